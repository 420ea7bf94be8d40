/** What a conversation consists of. */
type Thing =
  | 'prefill'
  | 'cache'
  | 'compaction'
  | 'thoughtSignature'
  | 'signature'
  | 'reasoningField'
  | 'reasoningItem'
  | 'encrypted'
  | 'searchResult'
  | 'thinkingBlock'
  | 'thinking'
  | 'itemID'
  | 'callID'
  | 'callName'
  | 'callArguments'
  | 'toolRole'
  | 'result'
  | 'call'
  | 'toolDefinitions'
  | 'mediaType'
  | 'media'
  | 'reference'
  | 'role'
  | 'text'
  | 'system'
  | 'assistant'
  | 'user'
  | 'answer'
  | 'blockType'
  | 'content'
  | 'field'
  | 'item'
  | 'conversation'
  | 'message'

/** What can be wrong with things, or between them. */
type Relation =
  | 'disabled'
  | 'extraField'
  | 'whitespace'
  | 'empty'
  | 'unanswered'
  | 'answered'
  | 'fewer'
  | 'single'
  | 'duplicate'
  | 'notFound'
  | 'absent'
  | 'lacks'
  | 'unmatched'
  | 'differs'
  | 'sameTurn'
  | 'alternate'
  | 'immediately'
  | 'onlyIn'
  | 'topLevel'
  | 'first'
  | 'last'
  | 'modified'
  | 'foreign'
  | 'unverifiable'
  | 'unreadable'
  | 'passBack'
  | 'json'
  | 'shape'
  | 'large'
  | 'unsupported'
  | 'format'
  | 'invalid'
  | 'found'
  | 'needs'
  | 'obliged'

/** A thing or a relation, as rows of sentences name it. */
export type SentenceWord = Thing | Relation

/**
 * The words of which refusals are made, whoever writes them, over folded text without white space. Things come first; of two
 * that begin at one place the earlier row wins.
 */
const wordPatterns: Readonly<Record<SentenceWord, RegExp>> = {
  prefill: /prefill(?:ing|ed)?|continu(?:e|ing)(?:from)?(?:an|the)?assistant(?:message|turn)/,
  cache: /cache_?control(?!\w{0,30}ontools)|cache_?entr(?:y|ies)|cache_?(?:break_?|check_?)?points?/,
  compaction: /compaction_?(?:trigger|blocks?|parts?|items?|content|data|summary|blob)|compaction(?=requires)/,
  thoughtSignature: /(?:thought|thinking|reasoning)_?signatures?/,
  signature: /signatures?(?!\w{0,3}wecalculated)|(?<=(?:is|are|be)(?:not)?)signed(?!-?ur|in|up|off|int|out|by)|签名/,
  reasoningField: /reasoning(?:_content|_?details?)|(?<=missing)reasoningcontent|reasoningcontent(?=ismissing)/,
  reasoningItem:
    /reasoning_?items?|reasoning(?=rs_)|(?<=without(?:the|its)|lacks(?:the|its)|missingits)reasoning(?=that|of|which)|reasoning(?=,?item)|item,?rs_|(?<=oftype)reasoning(?!_)/,
  encrypted:
    /(?:encrypted|redacted)_?content|encrypted_?(?:reasoning|output|function|(?=(?:web_?)?search))|(?<=missing)redacted_?(?:native)?thinking_?data|data(?=in\w{0,3}redacted_thinking)|(?<=redacted_?(?:native)?thinking(?:blocks?|parts?)?(?:ismissing|without|lacks|hasno|requires)(?:its|the|string)?)data/,
  searchResult: /(?:web_?)?search_?results?|encrypted_index/,
  thinkingBlock:
    /(?:redacted_?)?thinking(?:or,?redacted_thinking)?(?:content|text|_)?(?:blocks?|parts?|items?|chunks?)|think_?chunks?|redacted_?(?:native)?thinking|thinkingtext(?=does|did|was|has|cannot)|reasoning(?=must(?!beanobject)|should)|(?<=include|contain|carry|holds?)reasoning(?=in|[,.;]|$)|(?<=reasoning_?items?(?:needs?|requires?|lacks?|musthave|hasno)(?:an?|its)?)summary|(?<=hasno)summary|reasoninginputs?|reasoning(?:content|text)?(?:blocks?|parts?)|reasoningcontent|reasoningtext|thinkingcontent|thoughts?(?:parts?|blocks?)|(?:思考|推理)(?:内容|过程|块)|(?:thinking|reasoning)(?:traces?|segments?|states?|steps?|payloads?|blobs?|envelopes?)(?!up)|reasoning(?=of(?:the|an?)?(?:\w{4,6}recent|last|latest)?(?:assistant|turn|message))/,
  thinking: /thinking(?:or,?redacted_thinking)?|reasoning(?=(?:is|was)not|is(?:disabled|off))/,
  itemID:
    /item_?ids?(?!ea|le|ent)|(?<![a-z_])messageids?(?=must|should)|ids?(?=of(?:an?|the)\w{0,12}item)|ids?(?=ofitem)/,
  callID:
    /(?:identifiers?|ids?)(?=of(?:the|an?|each|every|its)?(?:(?:tool|function)_?(?:call|use)|callit))|(?<!matching|preceding|existing)(?:tool|function)[_-]?(?:calls?|uses?|responses?)?(?:blocks?)?_?(?:ids?(?!ea|le|ent)|identi(?:ty|fiers?))|(?<!phone|voice|video|matching|preceding|existing)call_?ids?(?!ent)|(?:工具|函数)调用的?id|(?<=(?:(?:has|with)no|missing|缺少|without|musthave|lacks?|tohave|mustcontain|(?:has|with)anempty|(?:blocks?|use|entries|callsitem\d{1,4}|(?:tool|function)_?calls?)(?:needs?|requires?))(?:an?|its|the)?(?:non-?null|non-?empty|string)?)ids?(?=of|or|and|at|in(?:the|an?)|attribute|field|property|[^a-z]|$)|(?<=call\w{0,20}requiresanon-?empty)ids?(?![a-z])|(?<=(?:call|output|result|_use))ids?(?=must|should|is|cannot|has)/,
  callName:
    /functionname(?=must|should)|function\.name(?=property|field)|names?(?=of(?:the|a|this)?(?:called(?:tool|function)|(?:tool|function)[_-]?call))|toolname(?=in(?:an?|the)?(?:tool|function)call)|(?:tool|function)names?(?=[^;,]{1,40}in(?:the)?(?:assistant|history|message))|(?:tool|function)[_-]?(?:calls?|uses?|responses?)(?:blocks?(?=names?(?!s?tool)))?[_.]?(?:function)?[_.]?names?|(?<=(?:missing|hasno|requires?|needs|non-?empty)a?(?:string)?)(?:functionname|tool_?name)|(?:函数|工具)名(?!称?过长)|toolname(?=foreachtool_?call|isrequiredfor\w{3,12}requests?)|functionname(?=in(?:an?|the)?(?:tool|function)call|inan?(?:assistant|message)|in(?:assistant|message|the(?:history|message)))|(?<=(?:non-?empty|(?:has|have|with)an?(?:empty|blank)|string|missing(?:required)?|(?:has|with)no|without|musthave|needs?|requires?)a?)names?(?=in(?:the|an?)|and|or|for(?!m)|is|key|field|property|[^a-z]|$)/,
  callArguments:
    /(?<=musthavean?)input(?=property|field)|input(?=fieldisrequired\w{0,12}tool_?use)|(?<=tool_?use(?:block)?(?:ismissing|missing|hasno|lacks)(?:the|an|its)?(?:required)?(?:field|key)?)input|arguments_json|(?<=musthave|hasno|requires|lacks|missing|without)arguments(?=field|key|and|or|[^a-z]|$)|(?:tool|function)argument(?=keys|names|values)|(?:工具|函数)(?:调用)?的?参数|arguments(?=tobeamapping|json|arenotvalidjsonfortool)|(?:tool|function)_?call_?params|tool-callarguments(?=must|should)|(?:arguments|args)(?=(?:field)?(?:for|of|to|in)(?:the|a|this)?(?:tool|function)_?call)|(?:tool|function)_?(?!inputs?:)(?:calls?|uses?)?[_.]?(?:arguments|inputs?|args)(?!error|validat|for,?tool|fortool|_?s?chema)|(?<=(?:tool|function)_?call(?!failed|whose|with)[\w-]{1,60}(?:(?:isinvalid)?:)?)(?:arguments|inputs?|args)(?=must|should|is|are|:)|arguments(?=(?:must|should|is)[^;{}.]{1,40}in(?:the)?(?:tool|function)_?call)/,
  toolRole:
    /roles?[:=]?,?(?:oftype)?(?:tool|function)(?!_)|(?:tool|function)roles?|(?<=not(?:support|accept))toolmessages?|toolmessages?(?=(?:functionality)?(?:are)?(?:not|un)support)/,
  result:
    /(?:tool|function|shell|computer|mcp|patch|interpreter)[_-]?(?:calls?|uses?|approval)?_?(?:results?|responses?|outputs?|replies)(?!_[a-z]|ref(?!er))|(?:tool|function)[_-]?(?:model)?messages?|(?:outcomes?|answers?|replies|reply)(?=(?:from|of)(?:the|an?|its|each|every)?(?:tool|function|call))|(?:(?:results?|responses?|outputs?|answers?)(?=for(?:the|this|each|every|all|any|its|\d){0,2}(?:tool|function|call)))|(?:results?|responses?|outputs?)of(?:the|an?|this|each)?(?:tool|function)_?calls?|(?<=calls?(?:and|or|\/))(?:results?|responses?|outputs?)|responsemessages?|tool_?return(?=id|_?parts?)|(?<=没有|未|缺少)返回结果|(?<=缺少)(?:对应的?)?结果|(?:工具|tool)(?:调用)?的?(?:结果|响应|返回|(?:角色的?)?消息)|tool[_-]?(?:answers?|repl(?:y|ies)|outcomes?|returns?(?=for|of|must|is))|(?:results?|responses?|outputs?|outcomes?)(?:of|for|to)(?=toolu_|call_|(?:each|every|all|the|that|one|this)(?:tool|function)?call)|(?:results?|responses?|outputs?)(?=already\w{1,20}for(?:tool|function|call_))|toolcontent(?=must|should|is|cannot)|non-resultblock|resultblocks?|outcomes?(?!s|unknown)/,
  call: /(?<!parallel_|max_)(?!functionuses(?=[a-z]))(?:tool|function|shell|computer|mcp|patch|interpreter)[_-]?(?:calls?|uses?|invocations?)(?!d|_?parser|ing(?:mode|chat|is|not|config|using|field)|r(?!equire|efer|eturn))|call(?=has|was|is|must|exists|before(?=it|the)|call_)|assistantcalls?|(?:tool|function)(?=[\w.-]{1,60}(?:was|is|were)(?:called|invoked|used)(?:in|by|at))|(?<=nothingwas|didnot)call(?:ed)?(?=it|before)|(?<=(?:preceding|matching|corresponding|prior|previous|earlier|pending|open|such|answersno)a?)calls?(?!b|e|i)|toolu_|call_(?=[a-z]{0,12}\d)|(?:工具|函数|助手)调用|(?:tool|function)(?:requests?|executions?)(?=in|have|has|are|is|must|without|[^a-z])|requestedtools?|(?:tool|function)(?=fields?)|(?<=invalid)(?:tool|function)?call(?=metadata)|(?<=assistant)tool(?=turns?)|(?<=(?:of|for|to)(?:each|every|the|one|that|a))call(?=[^a-z]|nobody|has|that|in)/,
  toolDefinitions:
    /toolconfig|tools=|tools(?=must|should|is|are|were|was|field|list|array|param|cannot|has|defined|declared|configured|of(?:this|the)request|tobe|$|[.,;})])|tool(?:definitions?|declarations?)|functions?(?=(?:were|was|are|is)(?:not)?(?:declared|defined|provided))/,
  mediaType:
    /data:image(?:url|base64)\w{0,9}|(?<=unsupported|invalid|unknown|wrong)sourcetypes?|(?:image|audio|video|file)(?:_?url)?content(?:parts?)?(?=requires?|needs|musthave)|content-?types?(?=(?:image|audio|video|application)\/)|(?:mime|media)_?types?(?::\w{4,11}\/)?|(?<=unsupported|invalid)(?:file|image|audio|video)_?ur[il]|(?:file|image|media)_?ur[il]domains?|(?<=missing)(?:image|video|audio|file|document)_?data|followingformats|(?:image|files?|document|picture|audio|video|media)_?(?:formats?|types?|extensions?|sources?)|(?<=(?:requires?|needs?|musthave|missing)(?:an?)?)(?:source|(?:file_)?(?:ur[il]|data(?=and|or|[^a-z]|$)))|(?:图片|图像)(?:输入)?格式/,
  media:
    /(?:(?:inline_?data|file_?data|input_(?:image|file|audio|video))(?=must|requires?|data|parts?(?=must|should|cannot|is|are)|cannot|is|param)|(?<!v1\/|gpt-|partial_)images?(?:_url(?=:))?|pictures?|photos?|attachments?(?=(?:is|are|was|were|could|can)(?!_))|pdfs?|files?(?=(?:content)?(?:parts?|blocks?)|content(?:is)?not)|(?<!listof)documents?(?!ation)|videos?|audio|(?<![_/]|(?<!exception)-)vision(?!ary|[-_])|图片|图像|data-ur[il](?=item)|(?:multimodal|media)(?=file|content)|inputfiles(?!format)|(?<=invalid)base64-encodedstring)(?!_?gen|_?tokens|_?edit|_?endpoint|\.voice|cannotbe(?:gen|creat))|https?:\/\/[^;,]{1,80}\.(?:png|jpe?g|gif|webp)/,
  reference:
    /item_references?|thread(?=foundwithid)|(?<=stored|saved)(?:response|conversation)s?|(?:response|conversation|item)(?=(?:resp|conv|rs|msg|fc|ws)_|foundwith)|(?:previous_?|referenced)(?:response|interaction)(?:_?id)?|(?:response|conversation|thread|interaction|item)with(?:the)?id|conversation_id|(?<!_)thread_id(?=[^;{}]{0,40}thread_)/,
  role: /(?<!service|iam|execution)roles?(?!_?arn|_?ids?(?![a-z])|ystem)|author(?=:)|角色/,
  text: /(?:in|out)put_text(?=is|must|can|requires|needs|has|without)|text(?:content)?_?(?:(?:input)?items?|blocks?|parts?|chunks?|fields?|param\w{0,6}|elements?|content)|text(?=nor|must(?!beanobject)|is|or(?:tool|content|function|image)|cannot|should|canot|(?:in|of)(?:the|a)?content)|(?<=nousable)text|(?<=havea?)text(?=field|property|key)|(?<=(?:without|no|lacks|missing|requires?|needs|contain|include)a?(?:string)?|only|string)text(?!ual|-)/,
  system:
    /(?:system|developer)(?:messages?|roles?|prompts?|turns?|instructions?|param(?:eter)?s?|field|角色)|(?<=role|messageof|oftype|mustbe)(?:system|developer)|system(?=or(?:user|human)|(?:blocks?|content)?(?:must|cannot)(?:be|contain|have))|系统消息|instructionmessages?/,
  assistant:
    /(?!(?<=empty|invalid)modelresponse)(?:assistant|model|(?<!open)ai)(?:messages?|turns?|roles?|responses?)|assistant|(?<=role)model|助手消息/,
  user: /(?<!request\.)(?:user|human)(?:messages?|turns?|roles?|quer(?:y|ies))?(?!name|agent|info|_|s|input|data)|用户消息|来自用户|usu[aá]rio|utilisateur/,
  answer: /(?!answersno)(?:responses?|results?|outputs?|answers?|replies|reply)(?!_|ed|format|body|with)/,
  blockType:
    /non-textcontent(?:blocks?|parts?|items?)?(?=(?:is|are)(?:not|un))|(?:content_?)?(?:blocks?|parts?|chunks?)(?:_?types?|_?kinds?|_?shapes?|of(?:type|kind)|withtype)|contenttypes?(?=\w{0,24}not(?:recognized|known|supported)(?!:\w{1,12}\/))|(?<=unsupported|unhandled|unrecognized)content(?:block|part|item)s?(?=in|[.,;{)}]|$)|(?:content|内容)的?类型(?!错|不正|有误|不对)|messagecontenttypes?|(?<=input)_?items?(?:_?types?|of(?:type|kind))|(?<=(?:needs?|requires?|musthave|include|hasno|lacks|missing)(?:an?|its|the)?)type(?=field|key|[.,;})]|$)|(?<=(?:tool|function)_?calls?[\w.-]{0,40}has(?:an?)?(?:unsupported|unknown|invalid))type|(?<=(?:tool|function)_?call)types?(?=[\w.-]{0,40}(?:is|are)(?:not|un|invalid))/,
  content:
    /(?<!cached_?)content(?:fields?|elements?|blocks?|parts?|items?|chunks?)?(?!management|filter|policy|event|delta|_?type_?header|type(?:\.?$|[)}]|:(?:text|application|multipart)\/)|_|-)|prompt(?=参数)|parts?(?=field|property|must|is|are|cannot|requires?|should)|(?<=unsupported|unknown|unexpected|non-text)(?:blocks?|parts?)|内容|(?<=no|have|empty)parts?|blocks(?=areonly|canonly|mayonly)/,
  field:
    /(?<!messages|content|parts|text|role)fields?|propert(?:y|ies(?!at))|attributes?(?!error)|key(?=\w{1,30}isnot(?:allowed|permitted|supported))/,
  item: /(?<!than\d{1,6})items?/,
  conversation:
    /conversations?(?!\.id|_id)|(?:chat|messages?|processed)_?history|chat(?=must|cannot|should|has)|chatturns|elementsinhistory|input_?items(?=(?:mustnot|cannot|maynot)be(?:an)?empty|(?:is|are)empty)|input_?items?(?:array|list)|消息列表|(?:对话|会话)历史|历史消息|transcript|dialogue/,
  message:
    /(?<=each)message(?=must)|messages?(?!s?:|_?(?:id|s?tatus|index|payload|uuid|hash|body)|s?mustbean?(?:object|map))|mensajes|mensagens|turns?(?=must|should|is|are|cannot|in|with)|(?<=no)turns|消息|turns?(?=\d)|entr(?:y|ies)(?=\d{1,5}(?:must|has|is|:))/,

  extraField:
    /(?:unknown|unexpected|unsupported|unrecognized|extra|additional|disallowed|forbidden|unpermitted|invalid)(?:fields?|keys?|propert(?:y|ies)|attributes?|members?)(?!_|error)/,
  disabled:
    /(?:is|are|mode|modeis)?(?:disabled|not(?:been)?(?:enabled|activated|loaded|(?:turned|switched)on)|(?:turned|switched)off|isoff(?!e))|(?:to|must|should)be(?:enabled|turnedon)(?!by)/,
  whitespace:
    /whitespace|trailingspaces?|spaces?(?:,|or|and)an?ewlines?|spaces?(?:,|or|and)newlines?|newlines?(?=[.,;})]|$)|spaces?(?=[.,;})]|$)/,
  empty:
    /non-?(?:empty|blank)|(?:must|should|may|can|could|is|are|has|was|were|do|does)?not?(?:be|have|contain)?(?:an?)?(?:empty|blank|null|none|nil)|empty|blank|(?:is|was|are|be|(?:got|received|found):?)(?:null|none|nil)(?!of|l)|(?<=需要|包含|必须有)一[条个]|at?leastone|at?least1(?!\d)|(?:null|none)(?=isnot)|onlywhitespace|(?:has|holds?|contains?|carries|with)nothing|zero-?length|length(?:of)?(?:0|zero)(?![\d.])|无内容|为空|不能为空|zeroparts|(?:0|zero|no)(?:items|parts|blocks|characters)(?!te)|(?:otherthan|only)(?:spaces|white-?space)|spacesonly|blanktext/,
  unanswered:
    /(?<!no)(?:unanswered|outstanding|awaiting|not(?:been|yet){0,2}completed|(?<!not)wait(?:s|ing)for|(?:must|should)(?:respondto|answer)(?:all|every|each)?|(?:must|should)be(?:answered|resolved)|pending|unprocessed|unresolved|incomplete(?=(?:tool|function)_?call)|nothing(?:has)?answer(?:s|ed)|never(?:been)?(?:answered|responded|resolved|closed)|未(?:被)?(?:响应|回复|完成)|not(?:been|all|yet){0,2}(?:answered|respondedto)|dangling|(?:still|left|leaves|remains?)open|unfulfilled|unfinished|unclosed|hanging|never(?:been)?(?:finished|completed|fulfilled|settled)|not(?:been|yet){0,2}(?:fulfilled|settled|resolved|closed|finished)|awaits?)/,
  answered:
    /(?:answered|respondedto|resolved)(?:twice|more|again|several|(?:\d{1,2}|two|three)times)|(?:supplied|provided|sent|answered|given|respondedto)before(?!the|an?(?!other))|already(?:been)?(?:has|have|responded|answered|provided|received|seen|given|present|exists|submitted|supplied|sent|returned|recorded)/,
  fewer: /(?:but)?only(?:\d|two|three)|but(?=\d)/,
  single: /(?:a)?single(?!turn|step|request|query|prompt)|exactlyone|onlyone|onlyonce|atmostonce|atmostone/,
  duplicate:
    /duplicat(?:ed?|es|ion)?|thesame(?=id|tool|call_|item)|second(?=(?:tool|function)_?result)|collid(?:es?|ing)|distinct|multiple(?!(?:parallel|concurrent)?(?:tool|function)_?(?:calls|uses))|shares?(?=the|tool|call|an?id|id)|two(?=tool|function|results|responses|outputs|(?:input)?item)|non-?unique|repeat(?:s|ed)|(?:mustnot|cannot|maynot)repeat|morethanone(?:item|call)?(?!image|document|picture|file|video)|alreadyused|twice|morethanonce|severaltimes|several|(?:(?:must|mustall|should|not)be|arenot|isnot)unique|reuse[sd]?|重复|必须唯一|不唯一|(?:\d{1,2}|two|three)times|conflict(?:s|ing)with|redundant|shared(?=by|between|among)|(?:an)?identical(?=id|call|tool)|sameid/,
  notFound:
    /(?:is|are|was|were)?not(?:be)?(?:found|present|contained|part|among|issued|made|persisted|requested|in(?=any|the|tool))|(?:does|do|did)not(?:exist|appear|belong(?!to(?:any|the|an?)?(?:tool|function|call)))|cannotresolve(?:tool|function)name|nolonger(?:exist|availab)\w{1,3}|notavailableanymore|(?:is|are)?(?:unknown|unrecognized)(?:to(?!ol)|in(?!put))|(?:was|were|been)deleted|never(?:been)?(?:made|stored|saved|requested(?=by))|(?<=that(?:was|were)|which(?:was|were))never(?:been)?(?:requested|issued)|notoneoftheids?|(?:is|was|were)not(?:stored|saved|retained)|(?:has|have)expired|isunknown(?=[.,;})]|onthe|$)|找不到|不存在|未找到|(?:is|are|has|have)(?:gone|vanished)|(?:can|could)notbe(?:found|located|retrieved|resolved(?=[.,;})]|$))|(?:is|are|was|were)not(?:known|recognized)/,
  absent:
    /未(?:正常)?(?:接?收到|提供|传入)|missing(?=for|before|al?though|while|(?:in|from)(?:the)?(?:request|conversation|history|messages)|$|[.;:)}])|(?:is|are|was|were)(?:missing(?=[^a-z]|$|in(?!put|dex|fo)|from|for(?!mat)|on(?!e)|at(?!t)|as|or|and|any|but|then|when|while)|absent|mandatory|required(?!when\w{0,3}tools|for(?:all|this)models?)|not(?:been)?(?:provided|set|given|included|supplied|defined|declared|specified|sent(?!to)))|expected(?=forcall)|not(?:been)?(?:provided|supplied|included|declared)(?=for|in|with|by|[.,;})]|$)|mustaccompany|(?:must)be(?:set|provided|present|specified|defined|included|supplied|sent(?!back|in|by|from|as)|given(?!back))|(?:can|may|must|should)?notbe(?:omitted|missing|absent)|(?:is|are|was|were|hasbeen|havebeen)(?:omitted|leftout|lost|undefined)/,
  lacks:
    /(?:did|do|does|could)not(?:find|have|contain|include|provide|carry|hold)(?:any)?|without(?:a|an|any|its|the|required){0,2}|(?:has|have|had|with|is|are|was|were|but|holds?|contains?|carry|carries|includes?)no(?!t(?!ext)|n(?!ame)|w|r(?!e|ole)|known|valid(?!content)|body|[\w-]{0,24}equivalent)|lack(?:s|ing)?|missing|(?<=ends|starts|startsanew[a-z]{0,12}message|startsnew(?:tool|function)_?calls?)before(?=(?:all|any|the|its|every)?(?:prior)?\d{0,4}(?:pending)?(?:tool|function)_?(?:results?|outputs?|responses?|messages?))|not(?:been)?(?:followed|preceded|accompanied|answered|matched)by|no(?:matching|corresponding|prior|previous|preceding|such|stored|saved|pending|open|outstanding|unanswered)|insufficient|notenough|incomplete(?=tool_?results?)|answersno(?=calls?|tool)|(?:has|have)?neither|(?:de)?voidof|nothing(?=was(?:called|requested))|didnot(?=callit)|(?:has|have|had|with)an?(?:empty|blank)(?=name|id(?!ea|le|ent)|role|signature|type)|(?:is|are)not(?=signed)|(?:is|are)nota(?=tool|function)|(?:but)?no(?=thread(?!s)|turns|stored|tool|function|user|assistant(?:message|turn|tool)|message|content|reasoning|thought|signature|conversation|response|output|result|answer|repl)|(?:cannot|couldnot|unableto)find(?!module)(?:the|a|any)?|缺少|缺失|没有|hasnone(?!t)|none(?:was|were)(?:given|found|provided|supplied|sent)|omits|leaves?out|fail(?:s|ed)?to(?:include|provide|contain|supply|carry)|no(?=outcome|summary|accompanying)|with0(?=tool|content|part|message)/,
  unmatched:
    /differs?from(?=the(?:data|bytes|content|actual))|(?:does|do|did)not(?:correspond|match|belong|refer|represent)(?:to|with)?(?!(?:any)?ofthe)(?:any)?|unexpected|unknown(?=(?:prior|previous)?(?:call|tool|function)|id|(?:(?:chat)?(?:completion|message))?role|approval|[a-z_]{4,24}field(?!s))|unknow(?=therole)|(?:does|do|did)notfollow(?:an?)?(?=assistant|message)|nosuch|orphan(?:ed)?|standsalone|(?:can|could)not(?:be)?(?:associat(?:ed?)|match(?:ed)?(?!the)|link(?:ed)?|attribut(?:ed?)|pair(?:ed)?)(?:to|with)?(?:any)?|(?:does|do|did)notagree(?:with)?|unmatched|stray|unpaired|(?:is|are)?notmatch(?:ed|ing)?(?!any)|mismatch(?:ed)?|不匹配|不对应|不一致|未匹配|没有对应|未知(?=role|角色)|non-?existent|unsolicited|unrequested|uncalled|(?:belongs|points|refers|answers|corresponds)(?:to)?(?:nothing|no|anunknown)|nobodymade|nocounterpart|(?:never|was(?:not)|were(?:not))called|(?:has|have)nothingto|unknown(?=message)|(?:unknown|unrecognized)(?=content|block|part)/,
  differs:
    /(?:should|must)?(?:be)?equal(?:to)?|(?:not)?thesamenumber|differ(?:s|ent)?(?:in|from)?(?:the)?number|numberof|counts?(?=of(?:the)?(?:tool|function)|(?:does|do|did)not|mismatch|must|should)|(?<=(?:call|use|result|response|output|message)s?)counts?/,
  sameTurn:
    /share(?:s)?(?:an?|one)(?:content|turn|message)|inthesame(?:turn|message|content)|inoneturn|mixedwith|alongside|togetherwith|combinedwith|(?:cannot|mustnot|shouldnot|maynot)(?:be)?mix/,
  alternate:
    /alternat(?:es?|ed|ing|ion)|alternar|交替|连续(?=出现)|consecutive(?!thinking)|successive|adjacent|inarow|insuccession|back-?to-?back|taketurns|shares?(?=onerole)|followeachother|(?:cannot|maynot)follow(?:an?)?(?=user|assistant|model)|mustdiffer(?!in)|sameasthe(?:previous|last|preceding)|same(?=role)|both(?:have|has|are)?(?:the)?(?=role|user|assistant)|(?:odd|even)(?:number|index)|奇数|偶数|(?:two|2)(?:ormore)?(?=user|assistant|model)|neighbou?ring|(?:user|assistant|model)(?:follows|after)(?=user|assistant|model)|one(?:after|behind)(?:the)?other|repeat(?:ed|s)(?=role)|takingturns|after(?:user|assistant)(?:message)?,?(?:the)?nextmustbe|后(?:应|必须)[为是](?=user|assistant)|follows(?:another)?(?=user|assistant|model)/,
  immediately:
    /必须紧[跟接]|(?<=tool_?(?:results?|outputs?|responses?|calls?|uses?))order|(?:is|are)separatedfrom|(?:is|are)(?:not)?adjacent|(?:does|do|did)not(?:immediately|directly)?follow|(?:immediately|directly|right)(?:be)?(?:after|follow(?:s|ing|ed)?|preced(?:es?|ed|ing)|before)/,
  onlyIn:
    /belongs?(?:only)?(?:in|to(?:an?|the)?(?=user|assistant|system))|must(?:appear|go|be|come|sit|stand)(?:on|in|inside|from)(?=(?:an?|the)?(?:user|assistant|system))|(?:must|may|can|should)(?:contain|have|include|hold)only|onlyaccepts?|text-?only|(?:must|should)be(?:oneof|either(?=user|assistant))|only(?=text|messageswith|[\w,:/-]{3,60}?(?:are|is)(?:supported|allowed|accepted|permitted|valid)|(?:user|assistant|system|tool)\w{0,24}(?:may|can)(?:have|contain|carry|hold|include))|(?:takes|supports)(?=text|input_text)|onlysupports|(?:can|may|must|should|are|is)only(?:be|appear|come|used|allowed)?|only(?:allowed|permitted|valid|type)|(?:allowed|permitted|valid|supported|accepted)only(?=on|in|for|with|by)|(?:turns|messages)only|exclusively|reservedfor|restrictedto|limitedto(?!\d)|(?:is|are)misplaced|supportonly|mustbesent(?:by|from|as|in(?!thecontent))|mustuse(?=user|assistant|system|tool)/,
  topLevel: /top-?level/,
  first:
    /(?:must|should|can|may)?(?:come|be|appear|beplaced|precede)?(?:the)?(?:first|at(?:the)?(?:start|beginning))(?:block|element|part|item)?(?:mustbe|shouldbe)?|(?:must|should|cannot|maynot|to)(?:not)?(?:precede|lead|(?:start|begin|open)with)(?:a|an|the)?|(?:comes?|placed|appears?|stands?)before|must(?:all)?be(?:leading|theleading)|(?<=outputs?|results?|responses?)before(?=(?:an?|the|its|any)?(?:tool|function)_?(?:call|use))|第一[条个]|首条|开头|最开始|最前|(?:começar|comenzar|empezar|commencer)(?:com|con|par)|(?<=systemmessage)after|(?:found|appears?|comes?|placed|stands?|put|occurs?)(?:after|behind)|aheadof|infrontof|second(?=messagemust)|at(?:the)?(?:head|top|front)of|before(?:any|all)other|expectedat(?:index|position)?\d|precedes(?=any|the|its|tool|function)/,
  last: /(?:must|should|cannot|not|requests?|conversations?|may)?(?:end(?:s|ed|ing)?|finish|conclude)(?:with|in|on)(?:a|an|the)?|最后|结尾|(?:dernier|[uú]ltim[ao])(?:message|mensaje|mensagem)|(?<!isnot)(?:final|last)(?!messagewasnot|usermessage(?:has|contain|isempty|isblank))(?:position|messages?|turn|block|item|role)?(?:inanassistantmessage)?(?:must|should|cannot|can)?|attheend/,
  modified:
    /(?:un)?(?:modified|altered|edited|tampered|changed)|differ(?:s)?from(?:the)?(?:one|original|what)|verbatim|notidentical|(?:被|能|可|得)修改|篡改|exactlyas|remainas(?:it|they)|mustmatch(?:the(?:param|orig)|what)|rewritten|byteforbyte|(?:kept|left|sent|returned)(?:as(?:it)?is|intact|untouched)|untouched|(?:must|should)be(?:identical|thesame)|(?:change|modify|alter|edit)(?=thinking|reasoning|thethinking)/,
  foreign:
    /(?:different|another|other|foreign)(?:api_?key|account|organi[sz]ation|endpoint|project|region|model|key|user|workspace|provider|conversation)|(?:bound|tied|issued|belongs?)to(?:this|a|an|the)?|not(?:produced|generated|created|signed)by/,
  unverifiable:
    /(?:must|should)decode(?=as)|(?:could|can)not(?:be)?(?:verif(?:y|ied)|infer|determine|decrypt(?:ed)?|decoded?|parsed?|validated?)|(?:verification|decryption|decoding|validation)(?:(?:has)?failed|(?=of\w{1,40}failed))|(?:fail(?:ed)?|unable)to(?:be)?(?:verify|decrypt|decode|parse|validate|unmarshal|deseriali[sz]e)|fail(?:ed|s)(?:verification|decryption|validation)|doesnotverify|checkfailed|base64|(?:验证|校验|解密)失败|无法(?:验证|校验|解密)|(?:can|could)not(?:be)?(?:open(?:ed)?|authenticated?|trust(?:ed)?|deseriali[sz]ed?)|(?:is|are)not(?:genuine|trusted|authentic)|untrusted|tampered/,
  unreadable:
    /(?:could|can)not(?:be)?(?:process|load|read|open|download|fetch|retrieve|identify|access|display)(?:ed|d)?|(?:failed|unable|failure|error|timeout)(?:to|while|when)?(?:process|sanitiz|load|read|open|download|fetch|retriev|access)(?:ing|e)?|(?<=ur[il])returned(?:http|status)?(?:4\d\d|5\d\d)|(?<=file|ur[il]|image|media|content)timedout|unreachable|inaccessible|not(?:accessible|reachable)|corrupt(?:ed)?|truncated|unterminated|malformed(?!content)|broken|(?:下载|读取|加载|解析|获取)失败|无法(?:读取|下载|解析|处理|识别|访问)|damaged|garbled|unparse?able|(?:can|could)not(?:be)?(?:opened|rendered|parsed|interpreted)|(?:is|are)unreadable|(?:could|can)not(?:be)?fetch(?:ed)?|(?:failed|unable)tofetch/,
  passBack:
    /passback|(?:must|should)(?:also)?return(?=the)|回传|传回|返回给|(?:passed|sent|given|returned|round-?tripped|echoed|replayed)back|mustbe(?:passed|replayed|preserved|retained)/,
  json: /(?:valid)?json(?!deltas)|parse(?!_)/,
  shape:
    /mustbefunction(?![a-z])|requires?an?(?:string|object|array|list)(?=[.,;})]|$)|(?:must|should)(?:only)?containobjects|(?:(?:must|should|has|have)?(?:to)?(?:be|decodeto|parseinto)|(?:is|are|must|may|should)?not(?:be)?|expected)(?:an?|oftype)?(?:valid|plain)?(?:json|input|tagged)?(?:str(?:ing|uct)?|text(?!ual)|array|list|object|dict(?:ionary)?|hash|map(?:ping)?|bool)|(?:必须|只能)[是为](?:非空)?(?:对象)?(?:数组|列表|对象|字符串)|(?:objects?|strings?|arrays?|lists?|dict(?:ionary)?)(?:was|is|were)expected|(?:insteadof|ratherthan)(?:an?)?(?:json)?(?:string|object|array|list|dict)|(?:have|has|requires?)(?:an?)?(?:string|array|list)(?=text|thinking|content)|mustbe(?:json)?(?:objects|strings|arrays|blocks)|isnota(?:single)?(?:text)?block|(?:字段)?类型(?:错误|不正确|有误|不对)/,
  large:
    /too(?:many|much|large|big|long|small)|more(?=(?:tool|function)_?(?:call)?_?(?:responses|results|outputs|messages)than)|exceed(?:s|ed|ing)?|atmost|(?:a)?maximum(?:of|number)?|upto(?=\d|two|three|four|five|ten)|(?:larger?|bigger|greater|longer)than|outnumber|abovethe(?:limit|max)|nomorethan|over(?=\d)|morethan(?:\d|one(?=image|document|picture|file|video))|limitof|isthelimit|超过|超出|过[长大多]|(?:wider|taller|higher)than|(?:limit|maximum|max|cap)(?:is|of|:)?\d|oversized|outof(?:bounds|range)|(?:must|should)be(?:lessthan|below|under|between(?=\d{1,6}(?:bytes?|k?b|pixels?|px)))\d|maximal|max(?:imum)?\d/,
  unsupported:
    /incompatiblewith|(?:is|are)?not(?:currently|yet|an?(?=\w{7,9}(?:role|media|mime|image|content|block|part|message)))?(?:supported|allowed|permitted|accepted|available(?!any))|不支持|unsupported|(?:can|may|must|do|does|should)not(?:currently|yet)?(?:support|accept|allow|contain|include|have|request|hold|be(?:set|used|applied|placed|put|attached|sent|specified|provided|a|an|in|(?=the(?:last|final)))|carry|appear|come|specify)|cannot(?:be(?!removed|deleted|edited|changed|assigned|granted|revoked)|(?=continu|resum|setadd))|(?:is|are)(?:rejected|refused|forbidden|prohibited|disallowed)|(?:has|have)no[\w-]{0,24}equivalent|takesno|(?:can|could)not(?:be)?(?:forward(?:ed)?|handled?|take|understand|interpret|consume|ingest|work|see|preserved?|represent(?:ed)?|express(?:ed)?|translated?|convert(?:ed)?|encoded?|mapped|replay(?:ed)?)|(?:accepts|allows|permits|supports)no(?!t)|(?:does|do)not(?:understand|handle|take|know|permit|recogni[sz]e)|nosupport(?=for)|(?:is|are)notunderstood|shouldnot(?:be)?(?:present|there)|non-text(?=content|block|part)|isnot(?= )|not(?:usable|legal|possible|implemented)|(?:was|were)(?:rejected|refused)/,
  format:
    /regular_?expression|letters(?=,|and|or)|(?:contain|have)spaces|(?:begins|starts|begin|start)with|alphanumeric|a-z|onlycontain|mustmatch(?=the|pattern|regex|[^a-z])|matchesthe|characters?|prefix|illegalcharacters?|(?:lower|upper)case/,
  invalid:
    /(?:must|should)be(?:an?)?(?:valid)?(?:url|base64|http|dataur[il]s?)|invalid(?!_?request|_?arg|_?param|request|json)|useavalid|unrecognized(?=(?:chat)?message)|非法|无效|不合法|有误|(?<!请求)格式错误|解析错误|notvalid|isnotavalid|notacceptable|notauthentic|notform|取值错误|不是合法|illegal|malformed(?=content)|expired|bad(?!request|gateway)|(?:mis)?configured|incorrect|(?<!went)wrong|ill-?formed|notwell-?formed|improper(?:ly)?/,
  found:
    /(?:but)?(?:found|got|received)|contains(?=non-)|encountered|(?:but|it)was(?=user|assistant|system|tool|string|array|object|null)|actual/,
  needs:
    /dependson|isnotan?(?=user(?:message|turn))|(?:must|should)(?:come|appear)after|(?:must|should|needs?|has?|have)(?:to)?(?:be)?(?:followedby|precededby|accompanied(?:by|with)|answeredby|pairedwith|aresponse|inresponse|respond(?:s|ing)?|follow|correspond(?:to)?|have|contain(?!atleast[2-9])|include|carry|provide|supply|reference|match|begin|preserve|retain)|(?:must|should)be(?=signed)|requires?(?!dfor(?=assistant)|(?:the|an?)?[\w.-]{0,40}betaheader)|必须|应[是为]|需要|(?<!invalidinput:)expect(?!ed[a-z]{1,40},butgot)(?!ed(?:user|assistant)or(?:user|assistant|model)(?![a-z]))(?:s|ed)?(?!tag|one|by|string|array)|needs?(?!edto)|demand(?:s|ed)?|(?:must|should)(?:hold|bear|bring|specify|supply|name)|callsfor/,
  obliged:
    /(?:must|should)(?!be(?:between|positive|an?(?:non-?negative)?(?:integer|number)|\d|generated|enabled|disabled|auto|\w{4,7}(?:than|or\w{0,3}er))|contain|notexceed|comply)|cannot(?!exceed)/,
}

/** Words of mail programs, shops and chat servers as well: alone they are no sign of a conversation with a model. */
const everyday: ReadonlySet<SentenceWord> = new Set([
  'answer',
  'blockType',
  'content',
  'conversation',
  'field',
  'item',
  'itemID',
  'json',
  'media',
  'mediaType',
  'message',
  'role',
  'signature',
  'system',
  'text',
  'user',
])

/** Things, then relations. */
export const sentenceWords: readonly SentenceWord[] = Object.keys(wordPatterns) as SentenceWord[]

const things: ReadonlySet<SentenceWord> = new Set(sentenceWords.slice(0, sentenceWords.indexOf('disabled')))

/** Whether a word names what a conversation consists of. */
export const isThing = (word: SentenceWord): boolean => things.has(word)

const telling: ReadonlySet<SentenceWord> = new Set([...things].filter((thing) => !everyday.has(thing)))

/** Whether a row speaks of what only conversations with models have, or says more of a system than others do. */
export const isTelling = (words: readonly SentenceWord[]): boolean =>
  words.some((word) => telling.has(word)) || (words.length > 2 && words.includes('system'))

/** `must be`, `has to be` and `must all be`: patterns are written with the plain form. */
const spoken = (source: string): string =>
  source
    .replaceAll('must', '(?:must|ha(?:s|ve)to(?!ol)|needs?to(?!ol))(?:all|also|each|always)?')
    .replaceAll('should', 'should(?:all|also|always)?')

/** Reads one of some words at a position; the number of its group tells which. */
export interface WordPattern {
  readonly words: readonly SentenceWord[]
  readonly pattern: RegExp
}

/**
 * Reads any word, by the first that reads one. In several patterns, because V8 compiles one of more than 20 kB without its
 * optimisations (`kRegExpTooLargeToOptimize`): as one, they took five times as long.
 */
export const anyWord = (): readonly WordPattern[] => {
  const groups: SentenceWord[][] = []
  let length = MOST
  for (const word of sentenceWords) {
    const { source } = wordPatterns[word]
    length += source.length
    if (length > MOST) {
      groups.push([])
      length = source.length
    }
    groups.at(-1)?.push(word)
  }
  return groups.map((words) => {
    const sources = words.map((word) => `(${spoken(wordPatterns[word].source)})`)
    return { words, pattern: new RegExp(sources.join('|'), 'y') }
  })
}

/** So many characters of a pattern as it is written; as it is spoken, it is longer. */
const MOST = 10_000
