import { foreignThings } from '../words/foreign-words.ts'

/** What a conversation consists of. */
export type Thing =
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
  | 'extraField'

/** How refusals name each thing, over folded text without white space; of two that begin at one place the earlier row wins. */
export const thingPatterns: Readonly<Record<Thing, readonly RegExp[]>> = {
  prefill: [
    /(?<!chunked|_)prefill(?:ing|ed)?/,
    /prefix(?=(?:mode)?(?:is|can|may)only)/,
    /continu(?:e|ing)(?:from)?(?:an|the)?assistant(?:message|turn)/,
  ],
  cache: [
    /cache_?control(?!\w{0,30}ontools)/,
    /cache_?entr(?:y|ies)/,
    /cache_?(?:break_?|check_?)?points?/,
    /cache_?directives?/,
  ],
  compaction: [/compaction_?(?:trigger|blocks?|parts?|items?|content|data|summary|blob)/, /compaction(?=requires)/],
  thoughtSignature: [/(?:thought|thinking|reasoning)_?(?:blocks?)?signatures?/],
  signature: [
    /signatures?(?!\w{0,3}wecalculated)/,
    /(?<=(?:is|are|be)(?:not)?)signed(?!-?ur|in|up|off|int|out|by)/,
    /签名/,
  ],
  reasoningField: [/reasoning(?:_content|_?details?)/, /(?<=missing)reasoningcontent/, /reasoningcontent(?=ismissing)/],
  reasoningItem: [
    /reasoning_?items?/,
    /reasoning(?=rs_)/,
    /(?<=without(?:the|its)|lacks(?:the|its)|missingits)reasoning(?=that|of|which)/,
    /item,?rs_/,
  ],
  encrypted: [
    /(?:encrypted|redacted)_?content/,
    /encrypted_?(?:reasoning|output|function|(?=(?:web_?)?search))/,
    /(?<=missing)redacted_?(?:native)?thinking_?data/,
    /(?<=redacted_?(?:native)?thinking(?:content)?(?:blocks?|parts?)?(?:ismissing|without|lacks|hasno|requires)(?:its|the|string)?)(?:redacted_?)?data/,
  ],
  searchResult: [/(?:web_?)?search_?results?/, /encrypted_index/],
  thinkingBlock: [
    /(?:redacted_?)?thinking(?:or,?redacted_thinking)?(?:content|text|_)?(?:blocks?|parts?|items?|chunks?)/,
    /think_?chunks?/,
    /redacted_?(?:native)?thinking/,
    /thinkingtext(?=does|did|was|has|cannot)/,
    /(?<=include|contain|carry|holds?)reasoning(?=in|[,.;]|$)/,
    /(?<=reasoning_?items?(?:needs?|requires?|lacks?|musthave|hasno)(?:an?|its)?)summary/,
    /(?<=hasno)summary/,
    /reasoninginputs?/,
    /reasoning(?:content|text)?(?:blocks?|parts?)/,
    /reasoningcontent/,
    /reasoningtext/,
    /thinkingcontent/,
    /thoughts?(?:parts?|blocks?)/,
    /(?:思考|推理)(?:内容|过程|块)/,
    /(?:thinking|reasoning)(?:traces?|segments?|states?|steps?|payloads?|blobs?|envelopes?)(?!up)/,
    /reasoning(?=of(?:the|an?)?(?:\w{4,6}recent|last|latest)?(?:assistant|turn|message))/,
  ],
  thinking: [/thinking(?:or,?redacted_thinking)?/, /reasoning(?=(?:is|was)not|is(?:disabled|off))/],
  itemID: [
    /item_?ids?(?!ea|le|ent)/,
    /(?<![a-z_])messageids?(?=must|should)/,
    /ids?(?=of(?:an?|the)\w{0,12}item)/,
    /ids?(?=ofitem)/,
  ],
  callID: [
    /(?:identifiers?|ids?)(?=of(?:the|an?|each|every|its)?(?:(?:tool|function)_?(?:call|use)|callit))/,
    /(?<!matching|preceding|existing|parent_?)(?:tool|function)[_-]?(?:calls?|uses?|responses?)?(?:blocks?)?_?(?:ids?(?!ea|le|ent)|identi(?:ty|fiers?))/,
    /(?<!phone|voice|video|matching|preceding|existing)call[_-]?ids?(?!ent)/,
    /(?:工具|函数)调用的?id/,
    /(?<=(?:(?:has|with)no|missing|缺少|必须(?:包含|有)|without|musthave|lacks?|tohave|mustcontain|(?:has|have|with)(?:an)?empty|(?:blocks?|use|(?:calls?|tool)entr(?:ies|y)|(?:callsitem|(?:tool|function)_?calls?)\d{0,4})(?:needs?|requires?))(?:an?|its|the)?(?:non-?null|non-?empty|string)?)ids?(?=of|or|and|at|in(?:the|an?)|attribute|field|property|string|[^a-z]|$)/,
    /(?<=(?:call|output|result|_use))ids?(?=must|should|is|cannot|has)/,
    /(?<=(?:tool_?(?:use|call)|function_?call):)ids?(?=missing|required|is|must)/,
  ],
  callName: [
    /functionname(?=must|should)/,
    /function\.name(?=property|field)/,
    /names?(?=of(?:the|a|this)?(?:called(?:tool|function)|(?:tool|function)[_-]?call))/,
    /toolname(?=in(?:an?|the)?(?:tool|function)call)/,
    /(?:tool|function)names?(?=[^;,]{1,40}in(?:the)?(?:assistant|history|message))/,
    /(?:tool|function)[_-]?(?:calls?|uses?|responses?)(?:blocks?(?=names?(?!s?tool)))?[_.]?(?:function)?[_.]?names?/,
    /(?<=(?:missing|hasno|requires?|needs|non-?empty|must(?:have|include|contain)|lacks|without)a?(?:string)?)(?:functionname|tool_?name)/,
    /tool_?functionname(?!s)/,
    /(?:函数|工具)名(?!称?过长)/,
    /(?<=(?:tool_?(?:use|call)|function_?call):)names?(?=missing|required|is|must)/,
    /toolname(?=foreachtool_?call|isrequiredfor\w{3,12}requests?)/,
    /functionname(?=in(?:an?|the)?(?:tool|function)call|inan?(?:assistant|message)|in(?:assistant|message|the(?:history|message)))/,
    /(?<=(?:non-?empty|(?:has|have|with)an?(?:empty|blank)|string|missing(?:required)?|(?:has|with)no|without|must(?:have|include|contain)|needs?|requires?)a?)names?(?=in(?:the|an?)|and|or|for(?!m)|is|key|field|property|[^a-z]|$)/,
  ],
  callArguments: [
    /(?<=must(?:have|contain|include)an?)input(?=property|field|object)/,
    /input(?=fieldisrequired\w{0,12}tool_?use)/,
    /(?<=tool_?use(?:block)?(?:ismissing|missing|hasno|lacks)(?:the|an|its)?(?:required)?(?:field|key)?)input/,
    /arguments_json/,
    /(?<=(?<!returned|response|emitted|produced|generated)(?:tool|function)_?call[\w.-]{0,40}(?:has|with)(?:malformed|invalid|empty|bad|broken|unparse?able)(?:json)?)(?:arguments|input)/,
    /(?<=musthave|hasno|requires|lacks|missing|without)arguments(?=field|key|and|or|[^a-z]|$)/,
    /(?:tool|function)argument(?=keys|names|values)/,
    /(?:工具|函数)(?:调用)?的?参数/,
    /arguments(?=tobeamapping|json|arenotvalidjsonfortool)/,
    /(?:tool|function)_?call_?params/,
    /tool-callarguments(?=must|should)/,
    /(?:arguments|args)(?=(?:field)?(?:for|of|to|in)(?:the|a|this)?(?:tool|function)_?call)/,
    /(?:tool|function)_?(?!inputs?:)(?:calls?|uses?)?(?:blocks?)?[_.]?(?:arguments|inputs?|args)(?!error|validat|for,?tool|fortool|_?s?chema)/,
    /(?<=(?:tool|function)_?call(?!failed|whose|with)[\w-]{1,60}(?:(?:isinvalid)?:)?)(?:arguments|inputs?|args)(?=must|should|is|are|:)/,
    /arguments(?=(?:must|should|is)[^;{}.]{1,40}in(?:the)?(?:tool|function)_?call)/,
  ],
  toolRole: [
    /roles?[:=]?,?(?:oftype)?(?:tool|function)(?!_)/,
    /(?:tool|function)roles?/,
    /(?<=not(?:support|accept))toolmessages?/,
    /toolmessages?(?=(?:functionality)?(?:are)?(?:not|un)support)/,
  ],
  result: [
    /(?:tool|function|shell|computer|mcp|patch|interpreter)[_-]?(?:calls?|uses?|approval)?_?(?:results?|responses?|outputs?|replies)(?!_[a-z]|ref(?!er)|(?:render|template|view|component|handler|parser|formatter|cache|table))/,
    /(?:tool|function)[_-]?(?:model)?messages?/,
    /toolentr(?:y|ies)(?=in)|outputs?(?=without(?:an?|any|matching)?calls?)/,
    /(?:outcomes?|answers?|replies|reply)(?=(?:from|of)(?:the|an?|its|each|every)?(?:tool|function|call))/,
    /(?:(?:results?|responses?|outputs?|answers?)(?=for(?:the|this|each|every|all|any|its|\d){0,2}(?:tool|function|call)))/,
    /(?:results?|responses?|outputs?)of(?:the|an?|this|each)?(?:tool|function)_?calls?/,
    /(?<=calls?(?:and|or|\/))(?:results?|responses?|outputs?)/,
    /(?<!openai|model|provider|api)responsemessages?(?!content)/,
    /tool_?return(?=id|_?parts?)/,
    /(?<=没有|未|缺少)返回结果/,
    /(?<=缺少)(?:对应的?)?结果/,
    /(?:工具|tool)(?:调用)?的?(?:结果|响应|返回|(?:角色的?)?消息)/,
    /tool[_-]?(?:answers?|repl(?:y|ies)|outcomes?|returns?(?=for|of|must|is))/,
    /(?:results?|responses?|outputs?|outcomes?)(?:of|for|to)(?=toolu_|call_|(?:each|every|all|the|that|one|this)(?:tool|function)?call)/,
    /(?:results?|responses?|outputs?)(?=already\w{1,20}for(?:tool|function|call_))/,
    /toolcontent(?=must|should|is|cannot)/,
    /non-resultblock/,
    /resultblocks?/,
    /outcomes?(?!s|unknown)/,
    ...foreignThings.result,
  ],
  call: [
    /(?<!parallel_|max_)(?!functionuses(?=[a-z]))(?:tool|function|shell|computer|mcp|patch|interpreter)[_-]?(?:calls?|uses?|invocations?)(?!d|_?parser|ing(?:mode|chat|is|not|config|using|field|requires)|r(?!equire|efer|eturn))/,
    /call(?=has|was|is|must|exists|before(?=it|the)|call_)/,
    /tool_?batch(?:es)?/,
    /assistantcalls?|(?<=invalid|malformed)assistant(?:tool|function)_?calls?/,
    /(?:tool|function)(?=[\w.-]{1,60}(?:was|is|were)(?:called|invoked|used)(?:in|by|at))/,
    /(?<=nothingwas|didnot)call(?:ed)?(?=it|before)/,
    /(?<=(?:preceding|matching|corresponding|prior|previous|earlier|pending|open|such|answersno)a?)calls?(?!b|e|i)/,
    /toolu_/,
    /call_(?=[a-z]{0,12}\d|[a-z](?![a-z_]))/,
    /(?:工具|函数|助手)调用/,
    /(?:tool|function)(?:requests?|executions?)(?=in|have|has|are|is|must|without|[^a-z])/,
    /requestedtools?/,
    /function(?=fields?|metadata)|(?<!unsupported|unknown|unexpected|invalid)tool(?=fields?|metadata)/,
    /(?<=invalid)(?:tool|function)?call(?=metadata)/,
    /(?<=assistant)tool(?=turns?)/,
    /(?<=answer(?:all|each|every)(?:parallel|pending|open)?)calls?/,
    /tool(?:blocks?|parts?)(?=(?:are|is|must|cannot|can|may|in)(?!_))/,
    ...foreignThings.call,
  ],
  toolDefinitions: [
    /toolconfig/,
    /tools=/,
    /tools(?=must|should|is|are|were|was|field|list|array|param|cannot|has|defined|declared|configured|of(?:this|the)request|tobe|$|[.,;})])/,
    /tool(?:definitions?|declarations?)(?:(?:must|should)?(?:have|include|requires?|needs?)an?(?:non-?empty|string)?name)?/,
    /functions?(?=(?:were|was|are|is)(?:not)?(?:declared|defined|provided))/,
  ],
  mediaType: [
    /data:(?:image|audio|video|application)(?:url|base64|\/)\w{0,9}/,
    /(?<=unsupported|invalid|unknown|wrong)sourcetypes?/,
    /(?:mime|media)_?types?(?::\w{4,11}\/)?/,
    /(?<=unsupported|invalid)(?:file|image|audio|video)_?ur[il]/,
    /(?:file|image|media)_?ur[il]domains?/,
    /(?<=missing)(?:image|video|audio|file|document)_?data/,
    /followingformats/,
    /(?:remote|external)(?:image|media|file)?_?ur[il]s?/,
    /(?:image|files?|document|picture|audio|video|media)_?(?:formats?|types?|extensions?|sources?)/,
    /(?<=(?:requires?|needs?|musthave|missing)(?:an?)?)(?:source|(?:file_)?(?:ur[il]|data(?=and|or|[^a-z]|$)))/,
    /(?:图片|图像)(?:输入)?格式/,
  ],
  media: [
    /(?:(?:inline_?data|file_?data|input_(?:image|file|audio|video))(?=must|requires?|data|parts?(?=must|should|cannot|is|are)|cannot|is|param)|(?<!v1\/|gpt-|partial_)images?(?:_url(?=:))?|pictures?|photos?|attachments?(?=(?:is|are|was|were|could|can)(?!_)|[,;)}]|\.(?!\d)|$)|pdfs?|files?(?=(?:content)?(?:parts?|blocks?)|content(?:is)?not)|(?<!listof)documents?(?!ation)|videos?|audio|(?<![_/]|(?<!exception)-)vision(?!ary|[-_])|图片|图像|data-ur[il](?=item)|(?:multimodal|media)(?=file|content|(?:tool|function))|inline_?media(?!_?type)|inputfiles(?!format)|(?<=invalid)base64-encodedstring)(?!_?gen|_?tokens|_?edit|_?endpoint|\.voice|cannotbe(?:gen|creat))/,
    /https?:\/\/[^;,]{1,80}\.(?:png|jpe?g|gif|webp)/,
    ...foreignThings.media,
  ],
  reference: [
    /item_references?/,
    /thread(?=foundwithid)/,
    /(?<=stored|saved)(?:response|conversation)s?/,
    /(?:response|conversation|item)(?:state)?(?=(?:resp|conv|rs|msg|fc|ws)_|foundwith)/,
    /(?:previous_?|referenced)(?:response|interaction)(?:_?id)?/,
    /(?:response|conversation|thread|interaction|item)with(?:the)?id/,
    /conversation_id/,
  ],
  role: [
    /(?<!service|iam|execution|:\d{1,12}:)roles?(?!_?arn|_?ids?(?![a-z])|ystem)/,
    /author(?=:)/,
    /角色/,
    ...foreignThings.role,
  ],
  text: [
    /text(?:content)?_?(?:(?:input)?items?|blocks?|parts?|chunks?|fields?|param\w{0,6}|elements?|content)/,
    /text(?=nor|must(?!beanobject)|is|or(?:tool|content|function|image)|cannot|should|canot|(?:in|of)(?:the|a)?content)/,
    /(?<=nousable)text/,
    /(?<=havea?)text(?=field|property|key)/,
    /(?<=(?:without|no|lacks|missing|requires?|needs|contain|include)a?(?:string)?|only|string)text(?!ual|-|output)/,
  ],
  system: [
    /(?:system|developer)(?:messages?|roles?|prompts?|turns?|instructions?|param(?:eter)?s?|field|角色)/,
    /(?<=role|messageof|oftype|mustbe)(?:system|developer)/,
    /system(?=or(?:user|human)|blocksare|(?:blocks?|content)?(?:must|cannot)(?:be|contain|have))/,
    /系统消息/,
    /instructionmessages?/,
    ...foreignThings.system,
  ],
  assistant: [
    /(?!modelresponse)(?:assistant|model|(?<!open)ai)(?:messages?|turns?|roles?|responses?)/,
    /assistant/,
    /(?<=role)model/,
    /助手消息/,
    ...foreignThings.assistant,
  ],
  user: [
    /(?<!request\.)(?:user|human)(?:messages?|turns?|roles?|quer(?:y|ies))?(?!name|agent|info|_|s|input|data)/,
    /用户消息/,
    /来自用户/,
    /usu[aá]rio/,
    /utilisateur/,
    ...foreignThings.user,
  ],
  answer: [
    /(?!answersno)(?:(?<!provider|model|api|server|llm)responses?|results?|(?<!results?(?:has|have)no|outputismissing)outputs?(?!text)|answers?|replies|reply)(?!_|:[a-z]|ed|format|body|with)/,
  ],
  blockType: [
    /non-textcontent(?:blocks?|parts?|items?)?(?=(?:is|are)(?:not|un))/,
    /(?:content_?items?|(?:content_?)?(?:blocks?|parts?|chunks?))(?:_?types?|_?kinds?|_?shapes?|of(?:type|kind)|withtype)/,
    /contenttypes?(?=\w{0,24}not(?:recognized|known|supported)(?!:\w{1,12}\/))/,
    /(?<=unsupported|unhandled|unrecognized)(?:content|system)(?:block|part|item)s?(?=in|[.,;{)}]|$)/,
    /(?:content|内容)的?类型(?!错|不正|有误|不对)/,
    /contentkinds?/,
    /messagecontenttypes?/,
    /(?<=input)_?items?(?:_?types?|of(?:type|kind))/,
    /(?<=(?:needs?|requires?|musthave|include|hasno|lacks|missing)(?:an?|its|the)?(?:string)?)type(?=field|key|function|[.,;})]|$)/,
    /(?<=(?:tool|function)_?calls?[\w.-]{0,40}has(?:an?)?(?:unsupported|unknown|invalid))type/,
    /(?<=(?:tool|function)_?calls)(?:of|with)type/,
    /(?<=(?:tool|function)_?call)types?(?=[\w.-]{0,40}(?:is|are)(?:not|un|invalid))/,
  ],
  content: [
    /(?<!cached_?)content(?:fields?|elements?|blocks?|parts?|items?|chunks?)?(?!management|filter|policy|event|delta|_?type_?header|type(?:\.?$|[)}]|:(?:text|application|multipart)\/)|_|-)/,
    /prompt(?=参数)/,
    /parts?(?=field|property|must|is|are|cannot|requires?|should)/,
    /(?<=unsupported|unknown|unexpected|non-text)(?:blocks?|parts?)/,
    /内容/,
    /(?<=no|have|empty)parts?|(?<=results?(?:has|have)no|outputismissing)output/,
    /blocks(?=areonly|canonly|mayonly)/,
    /(?<!result|use|call|output)blocks?(?=must(?:have|be|include)|hasno)/,
    ...foreignThings.content,
  ],
  field: [
    /(?<!messages|content|parts|text|role)fields?/,
    /propert(?:y|ies(?!at))/,
    /attributes?(?!error)/,
    /key(?=\w{1,30}isnot(?:allowed|permitted|supported))/,
  ],
  item: [/(?<!than\d{1,6})items?/],
  conversation: [
    // What a client advises: `start a new conversation`.
    /(?<!(?:clear|reset)(?:the|your)|(?:start|begin|open)(?:anew|afresh))conversations?(?!\.id|_id)/,
    /(?:chat|messages?|processed)_?history/,
    /chat(?=must|cannot|should|has)/,
    /chatturns/,
    /messages?_?(?:array|list)(?=is|cannot|ends|has)/,
    /elementsinhistory/,
    /input_?items(?=(?:mustnot|cannot|maynot)be(?:an)?empty|(?:is|are)empty)/,
    /input_?items?(?:array|list)/,
    /消息列表/,
    /(?:对话|会话)历史/,
    /历史消息/,
    /transcript/,
    ...foreignThings.conversation,
  ],
  message: [
    /(?<=each)message(?=must)/,
    /(?<!\/v\d\/)messages?(?!s?:|_(?!content|role|list|array|blocks|parts)[a-z]|(?:id|s?tatus|index|payload|uuid|hash|body)|s?mustbean?(?:object|map))/,
    /mensajes?/,
    /turns?(?=must|should|is|are|cannot|in|with)/,
    /(?<=no)turns/,
    /消息/,
    /turns?(?=\d)/,
    /entr(?:y|ies)(?=\d{1,5}(?:must|has|is|:))/,
    ...foreignThings.message,
  ],
  extraField: [
    /(?:unknown|unexpected|unsupported|unrecognized|extra|additional|disallowed|forbidden|unpermitted|invalid)(?:fields?|keys?|propert(?:y|ies)|attributes?|members?)(?!_|error)/,
  ],
}
