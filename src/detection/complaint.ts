/**
 * What a validator has against a field, whatever its words: pydantic, zod, serde, Go, AWS, protobuf, JSON schema and the
 * providers' own say the same dozen things.
 */
export type Complaint =
  | 'duplicate'
  | 'null'
  | 'empty'
  | 'unknown'
  | 'long'
  | 'pattern'
  | 'required'
  | 'unverifiable'
  | 'unpaired'
  | 'list'
  | 'value'
  | 'type'
  | 'unsupported'
  | 'invalid'

/**
 * Over folded text, without white space; in their order of precedence: an empty string is also not of the expected pattern,
 * and a field that must not be there may be null. A `$` group names the field where the words do, not the path: `missing field role`.
 */
const complaintPatterns: Readonly<Record<Complaint, RegExp>> = {
  duplicate:
    /duplicat|(?:mustbe|mustallbe|not|non-?)unique|already(?:been)?(?:used|seen|inuse|exists|taken)|collid|clashes|distinct|morethanone(?:item|message|block|call)|(?:used|occurs|appears|given)(?:twice|morethanonce)|repeats|isrepeated|onthe(?:unique)tag|重复/,
  empty:
    /empty|blank|tooshort|(?:fewer|lower)than1(?![\d.])|haslength0(?!\d)|toosmall|onthemintag|too_short|too_small|string_min|below_min|>=1(?![\d.])|(?:atleast|minlength:|minimum(?:of|length)?|minimumnumberof(?:items|properties)is|itemcount:|lengthgreaterthanorequalto)(?:1|one)(?!\d|ofthe)|non-?whitespace|onlywhitespace|whitespaceonly|为空|空です|至少(?:包?含|需要|要?有)?(?:1|一)[条个项]/,
  unknown:
    /extrainputs|extra_forbidden|unrecognizedrequestargument|unknown_?parameter|unknownname|cannotfindfield|unknownobjectmember|isnotdefinedon|(?:unknown|unrecognized|unexpected|unspecified|unsupported|invalid|extra|disallowed|unpermitted)(?:field|key|propert)|(?:unknown|unrecognized|unexpected|extra)argument|unrecognized_keys|unsupportedparameter|additionalpropert|(?<!characters?(?:that|which)?(?:are|is)?)notpermitted(?!for)|(?:keys|fields|properties)(?:that|which)arenot|(?:property|key|attribute)[\w.-]{1,80}(?:thatthe\w{1,10}doesnot(?:define|know|allow|have)|is(?:unsupported|unknown|not(?:allowed|supported|permitted|valid)))|field[\w.-]{0,40}is(?:unknown|not(?:allowed|recognized|permitted))|notbemappedtoany|shouldnotexist|^isnotallowed(?:[,;}]|$)|未知(?!role|角色)|不允许|不支持的(?:字段|参数)/,
  null: /(?:(?:got|received|found|given):?|was|is|be|input:|value:|input_value=|not|null:)(?:null|none|nil|undefined)(?![a-z]*thinking)|(?:actual|rejectedvalue[.:]|invalidtype:)null|nullliteral|noneisnot|null(?:isnot|found|_?value|givenwhere)/,
  long: /too_?(?:long|big)|onthemaxtag|toolarge|toomany|atmost|mustbe\d+to\d|maxlength:|maximum(?:length|numberof|size|of|itemcount)|above_max|string_max|exceed|lengthlessthan|morethan\d|(?:larger|greater|longer|higher)than|(?:limit|maximum)is\d|abovethe|overthe|过长|超过|超出/,
  pattern:
    /match(?:es)?(?:the)?(?:required)?pattern|pattern_mismatch|regular_?expression|(?:invalid|disallowed|illegal|forbidden|unsupported)character|characters?(?:that|which)?(?:are|is)?not(?:allowed|permitted|supported|valid)|mustmatch(?!\w{0,40}(?:call|use(?!r)))|match\^|onlycontain|(?:contain|consist)\w{0,24}(?:spaces|letters|digits|underscores)|(?:begins?|starts?)with|invalid_string|invalid(?:id)?format/,
  required:
    /require[sd](?!one)|needs(?!to)|missing|(?:is)?not(?:specified|provided|set|given|present)(?!o)|(?:must|hasto|needsto)be(?:set|provided|present|specified|defined|included|given|sent|supplied)|(?:must|should)(?:have|contain|include|hold|carry)|(?:does|did|do)not(?:have|contain|include|provide)(?!avalid)|mustset|omitted|mandatory|hasno(?!attribute|matching|corresponding)|neither|lacks|absent|^:?key\w{1,40}notfound|缺少|缺失|必填|必须提供|未提供|必須/,
  unverifiable:
    /(?:couldnot|cannot|failedto|unableto)(?:be)?(?:verif|decod|pars|download|fetch|load|process)|passwordprotected|(?:check|verification)failed|decrypt|notverif|nobase64|whileparsing|unexpected(?:end|token)|expecting(?:,|value|property)|base64decod|decodebase64|illegalbase64|invalidbase64|notvalidbase64|invalidsignature|(?:not|un)pars|처리할수없|処理できな|无法(?:处理|解析|读取|序列化)/,
  unpaired:
    /(?:no|without(?:a|any|its)?)(?:corresponding|matching(?!discriminator))|nosuch(?:tool|function|call)|doesnotmatchany(?!of)|(?:does|do|did)not(?:match|reference)(?:any|the|an?)?(?:function|tool|call|earlier|prior|pending|previous|preceding)|notfound|doesnotexist|must(?:match|reference|referto|belongto)\w{0,40}(?:call|use)/,
  // Null is refused as no list; another value that the validator shows is of a wrong type.
  list: /(?:(?:must|should|to)be(?:a|an|avalid)?(?:stringoran?(?=(?:array|list)of(?:input)?items))?(?:list|array)|list_type|notavalid(?:list|array)|expectedarray|expectedasequence|expectedan?(?:list|array),|必须[是为]数组)(?!.{0,40},input(?:_value)?[:=])/,
  value:
    /inputtag|notinenum|unallowedvalue|noenumconstant|(?:invalid|unsupported|unexpected|unknown|unrecognized)(?:content(?:part|block)?|enum)?(?:_enum)?_?(?:value|variant|type|tag|literal)(?!for)|(?:literal|enum)_error|isnotoneof|(?:type|is)(?:isnot|not)function|enumvalueset|supportedvalues|allowedvalues|(?:mustbe|equalto)oneof|expectedoneof(?!a)|shouldbeoneof|(?:doesnot|didnot|notmatch)\w{0,5}matchany|matchanyof|notvalidunderany|inputshouldbe(?!a(?:n|valid)?[a-z])|union_tag|invalid_union|discriminator|invalid\w{0,12}role|onthe(?:oneof|eq)tag|couldnotresolvetypeid|nothaveavalidvalue|errorconvertingvalue|^:(?:user|assistant|system)(?:,|or)|isunknown|isnotknown|isno(?:known|valid)|取值|可选值/,
  type: /invalid_?type|wrongtype|mustencode|_type(?![a-z])|mustbea(?!response|nswer)|(?<!un)expected|isnotof(?:(?:a|the)[a-z]{5,9})?type|isnota(?!ccept|llow|vail|ppl|uth|mong|ny(?!thing))|:nota|notavalid|notbeconvertedto|notrepeating|mustbe(?:either)?(?:string|object|number|boolean)|应为|cannotunmarshal|cannotdeserialize|cannotconstruct|validjson|jsonobject|protobuf|shouldbea|typeerror|typemismatch|notin(?:string|array)|got(?:array|string|object|number|boolean),want|value_error|类型错误|必须[是为]|不是(?:对象|数组|列表|字符串)/,
  unsupported:
    /notsupport|notserved|notpermitted|only(?:allowed|valid|permitted)|only\w{1,20}(?:is|are)(?:supported|allowed|accepted|permitted)|unsupported|notallowed|cannotbeused|maynotbe|canonly|不支持/,
  invalid:
    /(?:must|should|hasto|cannot|maynot)(?:not)?(?:be|come|precede|follow|appear|start|end)|invalid|unrecognized(?:content)?(?:block|part|item)|notvalid|malformed|(?<!_)mismatch|illegal|incorrect|wrong|notacceptable|bad(?!_?request|gateway)|notaccepted|非法|无效|不合法|無効|不正|有误/,
}

/** The complaint that a stretch of folded text makes; null when it makes none. */
export function complaintIn(stretch: string): Complaint | null {
  for (const complaint in complaintPatterns)
    if (complaintPatterns[complaint as Complaint].test(stretch)) return complaint as Complaint
  return null
}
