import { anyOf } from '../words/any-of.ts'

/** Who refuses a request does not speak of himself by his name. */
const providers = 'Anthropic|Claude|OpenAI|DeepSeek|Gemini|Google|Mistral|Groq|Snowflake|Ollama|Kimi|MiniMax|Qwen'

/** Marks of those who speak about programs: dashes, arrows, bold heads. */
const changeMarks = anyOf([
  /(?<!failed|rejected|refused|request|error|^(?:messages|contents|input)[.[]\d[^\n—]{0,300}) —(?! (?:today|yesterday|\d{1,2}[:/.]))/,
  /[a-z] -- [a-z]/,
  /[\w)\]`] →(?! (?:(?:HTTP |API |Error:? ){0,2}4(?:00|22) [A-Z{]|Bad [Rr]equest|API Error: ))/,
  /(?<=\w )\*\*[a-z][\w ]{0,20}\*\*(?= \w)/,
  /^\s*(?:[>*-]\s{1,3})?\*\*(?:影响|根因|现象|修复|key|root|errors? fixed|fixe[sd]|note|tip|important|caution|limitations?|why|rule|problem|signs|symptoms|threshold|trigger|impact|severity)[\w ]{0,30}(?:\*\*[:：]|[:：]\*\*)/,
])
/** Their words: no refusal is told in the present. */
const changeTalk = anyOf(
  [
    /regression tests?/,
    /such as(?= `)|can include an?/,
    /(?:the|a) model (?:responds|replies|answers) with/,
    /test plan/,
    /unit tests?/,
    /root cause/,
    /reproduc(?:ed|ible)/,
    /work-?around/,
    /(?:is|was|are|been) (?:now )?fixed/,
    /fixed (?:in|on|by)/,
    /pull request/,
    /(?<!\b(?:post|report|get|got|getting|have|had|having|hit|see|facing) )this (?:pr|issue|bug)/,
    /no longer(?! (?:available|exists?)\b)/,
    /instead of(?! doing this)/,
    /(?:is|are) treated as/,
    /bug in your code/,
    /silently/,
    /(?:is|are|was|were) (?:not|never) (?:de-?dup\w*|saniti[sz]ed|normali[sz]ed|stripped|filtered|pruned|captured)/,
    /fails with ["'`]/,
    /(?<!\bok(?:ay)? )so (?!that|confirm|please|check|make sure)/,
    /common (?:\w+ )?(?:errors?|messages?|causes?|symptoms?) (?:include|are)/,
    /(?<!\bafter (?:\w+ ){0,2})crash(?:es|ed)?/,
    /loops?(?! (?:aborted|crashed|ended|error|failed|iteration|stopped)\b|:)/,
    /thanks for (?:the )?report(?:ing)?/,
    /you (?:may |might |can )?encounter/,
    /leaving an?\b/,
    /this implies/,
    /I (?:guess|think|believe|suspect)\b/,
    /(?:add|break|build|check|cover|test|catche|cause|create|drop|emit|ensure|fixe|handle|inherit|prevent|put|recover|keep(?!s \w+ing\b)|leave|make|merge|parse|passe|produce|raise|remove|repair|replay|return(?!s (?:me |us )?(?:(?:this|the following) (?:error|message)|an? (?:http )?[45]\d\d\b[^.;\n]{0,30} with the (?:\w+ )?(?:message|error)))|send|strip|validate|append|coerce|convert|filter|flatten|inject|insert|normalize|omit|prepend|rebuild|replace|restore|rewrite|sanitize|skip|succeed|synthesize|wrap)s/,
    /this caused/,
    /(?:on|during|after) (?:[\w-]+ )?replay|replays? (?:as|carries)/,
    /would otherwise|per (?:\w+ )?(?:spec|docs|documentation)|evidence from|this (?:is|was) (?:correct|intentional|wrong)/,
    /(?:is|was|were) (?:\w+ly )?(?:add|drop|emit|leav|merg|pass|reject|remov|replay|return|send|skip|stor|stripp)ing/,
    /(?<!\. )note that/,
    /class of (?:\w+\s)?errors?/,
    /it seems|apparently|presumably|probably (?:related|caused|due|because)/,
    /occur(?:s|ring) (?:due to|because|when|if)/,
    /causing/,
    /triggering/,
    /will return/,
    /(?:agent|app|client|bot|program) should (?:answer|display|explain|reply|respond|say|show|tell)/,
    /e\.g/,
    /i\.e/,
    /violates (?:the|protocol)/,
    /(?:is|are) (?:also |still |perfectly )?(?:valid|fine|harmless|legitimate)(?=[.,;])/,
    /(?<!by |\b(?:with|using) )(?:some|certain|many|most|other) (?:\w+ ){0,2}(?:models|providers|backends|servers|gateways|APIs|templates)/,
    /leading to/,
    /should (?:never be|be (?:present|preserved|stripped|filtered|kept))/,
    /(?:else|otherwise),? (?:the|it|gemini|claude|openai) (?:\w+ ){0,2}(?:fail|reject)s/,
    /it says(?=,)/,
    /enforces? (?:that|strict)/,
    /suggests? that/,
    /according to/,
    /(?<!how )to (?:resolve|fix) (?:this|the|it)\b/,
    /^(?:[-*•] )?(?:always|never) [a-z]+/,
    /one of these \w+ ways/,
    /(?<!not )currently (?!unavailable|overloaded|experiencing|not|only|being|in|(?:un)?supported|allowed|accepted|available)\w+/,
    /remain(?:s|ed)? in (?:the )?(?:conversation|session|history)/,
    /(?:will|would|could) (?:then )?(?:result in|cause an?|replay|produce|leave|lead to)/,
    /complain(?:s|ing)? (?:when|if|that|about)/,
    /(?<!\b(?:after|once|since) )this error (?:occurs|means|is (?:thrown|raised))/,
    /APIs? (?:requires?|expects?|needs?|receives?|only (?:accepts?|allows?)|does(?: not|n't) (?:accept|allow))/,
    new RegExp(
      `(?<!\\()(?:${providers}) (?:always |never )?(?:requires|expects|demands|enforces|treats|emits|wants|answers|accepts|caps|checks|limits|signs|signed|allows|needs|rejects(?! the request))`,
    ),
    new RegExp(`(?<!error from )(?:${providers}|Bedrock)[\\d.]*['’]s`),
    new RegExp(
      `(?<!\\b(?:from|through|via|using|with|against|over) )the (?:${providers}|Bedrock)(?: \\w+)? (?:APIs?|provider|adapters?|backend|models?|templates?|path)(?! (?:returned|responded|error|said))`,
    ),
    /we (?:can|now|add|need|should|must|merge|strip|send|convert|group|keep|use|drop|emit|already|also)/,
    /therefore|results in|comply with|short answer|(?:not |un)affected|error because/,
    /(?:it|which) (?:looks like|appears)|appears to have|turns out|seems(?! (?:to be )?(?:corrupt|invalid|empty|damaged|broken))/,
    /(?:is|are) (?:converted|serialized|mapped|translated|grouped|generated) (?:into|as|to|like)/,
    /rather than \w+ing/,
    /[45]\d\ds(?! \(`?\{)/,
    /(?:would|will|could|can|may|might) be (?:refused|rejected|stripped|dropped|removed)|(?:is|are) (?:removed|dropped|stripped|skipped)/,
  ],
  (words) => `\\b(?:${words})\\b`,
)
/** The same in Chinese and Korean. */
const talkInOtherTongues =
  /会导致|看(?:这个|起来|样子)|估计是|怀疑|应该不是|导致API|具体表现为|开发团队|这个错误(?:看似|表明|通常)|将包含|(?:根据|按照).{1,24}规范|于是(?:直接)?返回|导致(?:上游|请求)|未(?:清理|处理|检查)|例如|之前的实现|会拒[收绝]|否则报错|触发条件|多轮对话时(?!触发)|已在 ?(?:v?\d|[\da-f]{7})[^。\n]{0,12}修复|修复已|复测|自动(?:合成|修复|补|插入|删除|过滤|转换|合并)|(?:一些|某些|部分) ?(?:LLM|模型|提供商|供应商|厂商)|下一轮请求|如果你|本次.{0,12}未发送|一旦|避免|防止|(?<!请)确保|这会|(?:실패|거부|발생|돌려보낸)한?다/

/** Whether somebody speaks of programs, their changes and what they do as a rule: no refusal is told in these words. */
export const isTalkOfPrograms = (text: string): boolean => changeTalk.test(text) || talkInOtherTongues.test(text)

/** The same, or with the marks that such texts are written with. */
export const isAboutPrograms = (text: string): boolean => changeMarks.test(text) || isTalkOfPrograms(text)
