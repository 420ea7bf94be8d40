type ForeignThing =
  | 'result'
  | 'call'
  | 'role'
  | 'system'
  | 'assistant'
  | 'user'
  | 'content'
  | 'conversation'
  | 'media'
  | 'message'

/** Things, in Russian, Japanese, Korean, German, Spanish, Portuguese and French, where they are called otherwise than in English. */
export const foreignThings: Readonly<Record<ForeignThing, readonly RegExp[]>> = {
  result: [
    /(?:результат|ответ)[а-я]{0,3}(?:вызова)?(?:инструмент|функци)[а-я]{0,3}/,
    /сообщени[а-я]{1,3}(?:с?рол[ьи]ю?)?(?:инструмент[а-я]{0,2}|tool(?!_))/,
    /(?:ツール|関数|tool)の?(?:(?:呼び?出し|実行)の?)?(?:実行)?(?:結果|応答|出力|レスポンス|メッセージ)/,
    /(?:도구|함수|tool)(?:호출)?의?(?:결과|응답|메시지)/,
    /(?:werkzeug|funktions|tool)-?(?:ergebnis(?:se?n?)?|antwort(?:en)?|nachricht(?:en)?)/,
    /(?:resultados?|respuestas?|respostas?|mensajes?|mensage(?:m|ns))(?:d[eao]l?)?(?:a|la|las|una?)?(?:(?:llamada|chamada)(?:a|de)?(?:la)?)?(?:herramientas?|ferramentas?|funci[oó]n|fun[cç][aã]o|tool(?!_))/,
    /(?:résultats?|réponses?|messages?)(?:d[eu]?l?)(?:un)?(?:appels?d)?(?:outils?|fonctions?|tool(?!_))/,
    /messagestool(?=sans|ne|doi)|messagetool(?=sans|ne|doit)/,
  ],
  call: [
    /вызов[а-я]{0,3}(?:инструмент|функци)[а-я]{0,3}/,
    /(?:ツール|関数)の?(?:呼び?出し|コール)/,
    /(?:도구|함수)호출/,
    /(?:werkzeug|funktions|tool)-?aufrufe?[ns]?/,
    /(?:llamadas?|chamadas?)(?:a|d[aeo])?l?(?:as?|una?)?(?:herramientas?|ferramentas?|funci[oó]n|fun[cç][aã]o|tools?)/,
    /appels?(?:d|de|àl?)?(?:un)?(?:outils?|fonctions?|tools?)/,
  ],
  role: [
    /рол(?:ь|и|ей|ью|ям)/,
    /ロール|役割/,
    /역할/,
    /rollen?(?=muss|m[uü]ssen|ist|sind|fehl|darf|anindex|,)/,
    /r[oô]les/,
  ],
  system: [/системн[а-я]{2,3}(?:сообщени|промпт)[а-я]{0,2}/, /システム(?:メッセージ|プロンプト)/, /시스템메시지/],
  assistant: [/ассистент[а-я]{0,2}/, /アシスタント/, /어시스턴트/, /asist[eê]ntes?|assistentes?/],
  user: [/пользовател[а-я]{1,4}/, /ユーザー?/, /사용자/, /(?:be)?nutzers?(?![a-z])|usuario/],
  content: [
    /содержим[а-я]{2}|контент[а-я]?/,
    /コンテンツ/,
    /콘텐츠|내용/,
    /inhalte?s?/,
    /conte(?:nidos?|[uú]dos?|nus?(?!m))/,
  ],
  conversation: [
    /диалог[а-я]{0,2}|истори[а-я]{1,2}/,
    /会話|履歴/,
    /대화/,
    /(?:gesprächs|chat)?verlaufs?|unterhaltung|konversation/,
    /conversaci[oó]n|historial|hist[oó]rico|historique/,
  ],
  media: [/изображени[а-я]{1,3}/, /画像/, /이미지/, /bilder(?![a-z])|imágen(?:es)?|image(?:m|ns)(?![a-z])/],
  message: [/сообщени[а-я]{1,3}/, /メッセージ/, /메시지/, /nachricht(?:en)?/, /mensage(?:m|ns)/],
}

/** What has to be a list, in any of these languages. */
export const foreignList: RegExp =
  /(?:debe|deve)ser(?:una?|uma?)?(?:array|arreglo|lista)|doit[eê]tre(?:une?)?(?:tableau|liste)|musseine?(?:nicht-?leere[ns]?)?(?:array|liste)(?!mit)|долж[а-я]{1,3}быть(?:непуст[а-я]{2})?(?:массив|списк)ом|は(?:空でない)?(?:配列|リスト)|[은는이가](?:비어있지않은)?(?:배열|목록|리스트)/

type ForeignComplaint =
  | 'empty'
  | 'duplicate'
  | 'notFound'
  | 'absent'
  | 'unmatched'
  | 'invalid'
  | 'unsupported'
  | 'shape'
  | 'value'

/** Relations in scripts of their own: they stand in no word of another language, so that they are looked for anywhere. */
export const scriptRelations: Readonly<Record<ForeignComplaint, readonly RegExp[]>> = {
  empty: [
    /(?:не)?(?:может|долж[а-я]{1,3})?(?:быть)?(?:не)?пуст[а-я]{1,3}/,
    /空(?:です|に(?:する|でき)|であ|では|文字|白|要素|の)/,
    /비어|빈(?=메시지|문자|내용|배열)|공백/,
  ],
  duplicate: [
    /дублир[а-я]{2,6}|повтор(?:я[а-я]{2,3}|н[а-я]{1,3})|неуникал[а-я]{2,4}|долж[а-я]{1,3}бытьуникальн[а-я]{1,2}/,
    /重複|一意/,
    /중복|고유해야/,
  ],
  notFound: [
    /не(?:был[аои]?)?найден[аоы]?|несуществу[а-я]{2,3}/,
    /見つか(?:りません|らない)|存在し(?:ません|ない)/,
    /찾을수없|존재하지않/,
  ],
  absent: [
    /(?:отсутству[а-я]{2}|не(?:указан|задан|передан|предоставлен)[аоы]?|обязател(?:ен|ьн[аоы]))(?=[.,;:})]|$|дл|в(?:сообщ|истор))/,
    /必須|(?:指定|含まれ|設定|提供)(?:されて)?い?(?:ません|ない)|欠け|不足して|(?:が|は)あり?ません|がない|未指定/,
    /필수|누락|없습니다|없음|지정되지|[이가]필요/,
  ],
  unmatched: [
    /несоответству[а-я]{2,3}|несовпада[а-я]{2,3}|неизвестн[а-я]{2,3}(?=вызов|id|tool|идент)/,
    /一致し(?:ません|ない)|不明な(?=ツール|tool)|孤立し/,
    /일치하지|대응하지|알수없는(?=도구|tool)/,
  ],
  invalid: [
    /не(?:верн|правильн|корректн|допустим|действительн)[а-я]{1,3}/,
    /無効|不正/,
    /유효하지|잘못된|올바르지|(?:형식|값)오류/,
  ],
  unsupported: [
    /неподдержива[а-я]{2,4}|недопуска[а-я]{2,4}|неразреш[а-я]{2,4}|запрещен[аоы]?/,
    /サポートされて(?:いません|いない)|(?:サポート|対応)し(?:て(?:いません|いない)|ません)|(?:使用|利用|指定)できません|許可されて(?:いません|いない)/,
    /지원(?:되지|하지)|허용되지|만(?:지원|허용)/,
  ],
  shape: [
    /долж[а-я]{1,3}быть(?:объект|массив|строк|списк)[а-я]{1,3}/,
    /(?:debe|deve)serun?a?(?:objeto|string|cadena|texto)|doit[eê]treune?(?:objet|chaîne)|musse(?:in)?(?:objekt|text|string|zeichenkette)/,
    /(?:オブジェクト|配列|文字列|リスト)(?:で(?:なければ|ある必要)|が必要)/,
    /(?:객체|배열|문자열|목록|딕셔너리|리스트)(?:이?어야|이?여야|가아니)/,
  ],
  value: [/один(?:м)?из/, /のいずれか/, /중하나/],
}

type ForeignRelation =
  | Exclude<ForeignComplaint, 'value'>
  | 'alternate'
  | 'immediately'
  | 'onlyIn'
  | 'first'
  | 'last'
  | 'lacks'
  | 'needs'
  | 'unanswered'

/** Relations in words that begin as English ones do, or say of others where they stand: only where a word begins. */
export const foreignRelations: Readonly<Record<ForeignRelation, readonly RegExp[]>> = {
  empty: [
    ...scriptRelations.empty,
    /(?:darf|d[uü]rfen)?(?:nicht)?leer(?:e[nrsm]?)?(?:sein)?/,
    /(?:no|n[aã]o)?(?:pued|pod|deb|dev)?(?:en?|em)?(?:ser|est[aá]r?)?(?:vac[ií][oa]s?|vazi[oa]s?)/,
    /(?:ne)?(?:doi(?:t|vent)|peu(?:t|vent))?(?:pas)?(?:être)?vides?(?!o)/,
  ],
  unanswered: [
    /безответа/,
    /応答されて(?:いません|いない)|未応答/,
    /응답되지/,
    /unbeantwortet|ohneantwort/,
    /sinrespuesta|semresposta|sansréponse/,
  ],
  duplicate: [
    ...scriptRelations.duplicate,
    /doppelte?[nrs]?|mehrfach|nichteindeutig/,
    /duplicad[oa]s?|repetid[oa]s?|dupliquée?s?|endouble/,
  ],
  notFound: [
    ...scriptRelations.notFound,
    /nichtgefunden|existier(?:t|en)nicht/,
    /(?:no|n[aã]o)(?:se|fue|foi|fueron|foram|ha(?:sido)?)?(?:encontr[oó]|encontrad[oa]s?|existen?|existem)/,
    /introuvables?|(?:ne?)?existe(?:nt)?pas|(?:non|pas)(?:été)?trouvée?s?/,
  ],
  absent: [
    ...scriptRelations.absent,
    /(?:fehl(?:t|en)|ist(?:zwingend)?erforderlich)(?=[.,;:})]|$)/,
    /(?:es|est[aá]|é)?(?:obligatori[oa]|requerid[oa]|obrigat[oó]ri[oa]|ausente|faltando)/,
    /est(?:obligatoire|requise?|manquante?|absente?)/,
  ],
  lacks: [
    /отсутству[а-я]{2}|без|нехватает|несодерж[а-я]{2,3}|неимеет|нет(?=результат|ответ|соответств|tool|вызов)/,
    // What is lacking follows, and last that it is.
    /には(?=.{2,40}(?:ありません|がない|含まれて))|(?:に|と)(?:対応|一致|対)する(?=.{2,40}(?:ありません|ない|見つか|存在し|必要|必須))|のない(?=ツール|tool|メッセ)/,
    /(?:에|와|과)(?:해당|대응|대한|일치)[가-힣]{0,2}(?=.{2,40}(?:없|찾을수|필요|누락|존재하지))|없는(?=도구|tool|메시지)/,
    /ohne|fehl(?:t|en)|(?:hat|haben|enth[aä]lt|enthalten)kein[a-z]{0,2}|keine?(?=passende|zugehörige|tool|werkzeug)/,
    /(?:sin|sem)(?=resultad|resp|tool|llamad|chamad|conte|correspond|id|una?|um|la|su)|falta[nm]?|(?:no|n[aã]o)(?:tiene[n]?|t[eê]m|contiene[n]?|cont[eé]m|incluye[n]?|inclui|hay|h[aá])/,
    /sans|manque(?:nt)?|necontien(?:t|nent)pas|n(?:a|ont)pasde?/,
  ],
  unmatched: [
    ...scriptRelations.unmatched,
    /verwaist[a-z]{0,2}|unbekannt[a-z]{0,2}(?=tool|werkzeug)|(?:geh[oö]r|pass)(?:t|en)zukeine[a-z]?/,
    /(?:no|n[aã]o)(?:se)?(?:corresponde|coincide|pertenece|pertence)[nm]?|descono?ci?d[oa]s?|desconhecid[oa]s?|hu[eé]rfan[oa]s?|[oó]rf[aã][os]{0,2}/,
    /necorrespond(?:ent)?(?:pas)?(?:à(?:aucun)?)?|inconnue?s?|orpheline?s?/,
  ],
  alternate: [/черед[а-я]{4,7}|подряд/, /交互/, /번갈아/, /abwechseln?d?/, /alternarse|alterner/],
  immediately: [
    /(?:сразу|непосредственно)(?:после|за)/,
    /直後|直前/,
    /(?:바로|직)(?:뒤|후)/,
    /(?:direkt|unmittelbar)(?:auf|nach|vor)/,
    /inmediatamente(?:despu[eé]s|tras)|imediatamenteap[oó]s|(?:immédiatement|directement)après/,
  ],
  onlyIn: [
    /тольков|толькодля/,
    /でのみ|のみ(?=使用|許可|指定)/,
    /에서만/,
    /nur(?=in|f[uü]r|bei)/,
    /(?:s[oó]lo|solamente|apenas|somente)(?=se|en|em|par|est|[eé])|uniquement/,
  ],
  first: [
    /перв[а-я]{2,3}|начина[а-я]{2,4}с/,
    /最初|先頭|から始ま|で始ま/,
    /첫번째|로시작/,
    /(?:mit|erste)[nrs]?(?=nachricht|beginn)/,
    /primera?(?=mensa)|primeira(?=mensa)|premier(?=message)/,
  ],
  last: [/последн[а-я]{2,3}/, /最後|末尾/, /마지막/, /letzten?(?=nachricht)/],
  shape: [...scriptRelations.shape, foreignList],
  unsupported: [
    ...scriptRelations.unsupported,
    /(?:wird|werden|ist|sind)?nicht(?:unterst[uü]tzt|erlaubt|zul[aä]ssig)|unzul[aä]ssig[a-z]{0,2}/,
    /(?:no|n[aã]o)(?:es|est[aá]|se|[eé]|s[aã]o|son)?(?:soportad|compatib|permit|admit|suportad|aceit)[a-z]{1,4}/,
    /(?:n(?:est|esont)?pas|non)(?:prise?s?encharge|autorisée?s?|supportée?s?)/,
  ],
  invalid: [
    ...scriptRelations.invalid,
    /ung[uü]ltig[a-z]{0,2}|fehlerhaft[a-z]{0,2}/,
    /inválid[oa]s?|invalid[oe]s?(?=[.,;:})]|$)/,
  ],
  needs: [
    /долж[а-я]{1,3}(?:содержать|иметь|быть|следовать|соответствовать)?|требу[а-я]{2,3}|необходим[оа]?|нуж(?:ен|н[аоы])/,
    /には(?=.{2,40}(?:必須|必要))|(?:が|は)?必要(?:があり|です|がある)?|なければなり/,
    /에는(?=.{2,40}(?:필수|필요))|필요|해야/,
    /m(?:uss|uß|üssen)|ben[oö]tig(?:t|en)|erforder(?:t|n)/,
    /deben?(?=ser|ten|cont|ir|est|seg|hab|coinc|empez|comen|inclu|corr)|devem?(?=ser|ter|cont|com|seg|est|hav|inclu|corr)|requieren?|requer(?!y)|se?esperab?a/,
    /doi(?:t|vent)|requi[eè]r(?:t|ent)|nécessite(?:nt)?/,
  ],
}
