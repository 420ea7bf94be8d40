import { anyOf } from '../words/any-of.ts'
import { isTaughtFence } from './fenced-error.ts'
import { isAboutPrograms } from './is-about-programs.ts'
import { isMended } from './is-mended.ts'
import { isSettled } from './is-settled.ts'
import type { Mention } from './mention.ts'
import { isInComment, isInLink, isLiteralOfCode, isQuotedInSentence } from './quotation.ts'
import type { SignOfError } from './signs-of-error.ts'

/** A sign that the words are only spoken about, and the signs of an error that outweigh it. */
interface SignOfTalk {
  readonly shows: (mention: Mention) => boolean
  readonly unless?: readonly SignOfError[]
}

/** Words within this distance of the beginning of a text, or of the field that carried it, are the error itself. */
const CLOSE = 90

/** A path that opens the sentence: `messages.90.content.1.image.source.base64.data: at least one of...` */
const locator = /(?:messages?|input|contents|system)\.[\w{}]{1,8}[.:]/
const LOCATOR_REACH = 140

/** What leads to a quotation from a document, a diff, a search or a test. */
const quotingLead =
  /(?:^|[.;:])(?:as|in|see)?(?:the)?(?:docs?(?!ument|ker|tor)|documentation|readme|changelog|manual|article|guide|comment)[\w.]{0,20}?(?:say|mention|state|note|explain|list|describe|:)|(?:document|documentation|page|article)containsthefollowing|(?<!bu)grep|@@-\d|diff--git|expect\(|assert(?!ionerror)|describe\(|tooloutput|(?<!\.)toolresult:|stdout:|commandoutput|filecontent|searchresult/

/** A source location as a search prints it (`src/a.ts:12:`); not that of a logger, a panic or an exception. */
const sourceLine =
  /(?:^|(?<!\d\d:\d\d|[+-]\d\d)[^=\w./-])(?!\.(?:error|fatal)|\w{0,40}panickedat(?!.*(?:assert|nonevalue)))[\w./-]{1,80}\.(?:md|mdx|rst|txt|[jt]sx?|py|go|rs|json|ya?ml|log):\d+(?![^;]{0,90}status[45]\d\d)(?::(?!\d)|(?!\+0x|.*(?:error|exception)[a-z]{0,60}[:-]))/

/** The beginning of a line of code, of a changelog or of advice, straight before the words. */
const mention =
  /new\w{0,40}(?:error|exception)\($|(?:^|[;{}(,])(?:it|test|describe|context|specify)(?:\.\w{1,10})?\($|(?:^|[;{}])(?:export)?(?:const|let|var|final|static)\w{1,40}(?::\w{1,20})?=$|^-?(?:fixed|fixes|fix|added|changed|handle[sd]?|docs|feat)\W|(?:when|if|once|until)you(?:see|get|hit|encounter|receive)|(?:is|was)called$|(?:includes|startswith|endswith|indexof|contains?|match|test|search|equals?|in)\((?:\w{1,30},)?$|(?:server|provider|api|model)(?:later|then|will|sometimes|often|now)(?:says|answers|responds|complains)|(?:raise(?!_)|throw)[\w.]{1,60}(?<!s\w{1,40}[45]\d\d)\(f?$|(?:will|would|may|might|should)(?:raise|throw|return|answer)\w{1,40}(?:if|when|for)\w{0,20}$|fails(?:when|if)an?$|(?:repaired|restored|inserted|healed|patched|to(?:filter|drop|strip|remove|handle|skip|detect|clean|repair|prune|sanitize)(?:out)?)(?:\d{1,3})?$|(?:t|able)(?:to)?reproduce(?:the|this)?$|(?:cause|trigger|produce)s?(?:an?|the)(?:api)?(?:[45]\d\d)?(?:api)?error:$|(?:would|will|could|might)(?:cause|trigger|produce|be)\w{1,40}error:$/

const MENTION_REACH = 140

/** A program reports its own repair (*dropping 2 orphaned results*). Advice to try one (*Try removing …*) is excluded. */
const ownRepair =
  /\b(?:ignoring|popping(?! up)|skipping|dropping|removing|stripping|inserting|merging|discarding|filtering out|synthesi[sz]ing|(?:renamed|dropped|removed|stripped|merged|skipped|repaired|inserted|discarded|converted|pruned|patched|backfilled) (?:\d+|duplicated?|orphan(?:ed)?|empty|unpaired|dangling|unsupported|unknown|unmatched|invalid)|\d+ (?:[\w-]+ ){1,5}(?:dropped|removed|stripped|merged|skipped|repaired|inserted|discarded)[,;.]|(?:was|were)(?: not|n['’]t)? kept\b|(?<!\bno \w{1,20} )(?:was|were) (?:sent as|marked|ignored|dropped|removed|replaced|stripped|skipped)\b)(?<!\bTry [^.\n]{0,140})(?:[ .,;]|$)|[;,] marked as |\(fixable\b|\b\d{1,4} faults?:|(?:\band (?:are|is|will be) |\bbut |;|[-—–]|will be) ?(?:dropped|skipp?(?:ed|ing)?|ignored|stripped|removed|omitted|demot(?:ed|ing))\b/i

/** A program removes orphans; no refusal says so, whatever else the log shows. */
const ownPruning =
  /\b(?:dropp|skipp|remov|stripp|filter|prun)(?:ed|ing) (?:\d{1,4} |an? |the )?(?:orphan|dangling|stray|unpaired|unmatched)/i

/** A program retries and says why: `retrying (attempt 2): …`, `retry in 5 s: …`, `retrying: …`. */
const again =
  /retry(?:ing)?(?:(?: (?:the |this |llm |model |api ){0,2}(?:request|call|turn|step))?(?: in| after|,)? ?[(#]?(?:attempt )?\d[^\n:]{0,30})?: /

/** A program says how it goes on (*; retrying*, *falling back*), or shows the placeholder that it sent instead. */
const ownRetry =
  /(?:[;,.—–]|--) ?(?:retrying|continuing|skipping|ignoring|attempting|falling back|healed|treat(?:ing|ed) as)\b|\. (?:Treating as|Will attempt to|[A-Z]\w{2,12}ing to (?:prevent|avoid))\b|^\[(?:an? |\d+ )?(?:image|file|document|attachment)(?:s|\(s\))? [^\]\n]{0,200}\]|^\w{1,8}-\d{1,4}: \w{1,60}\(\) /i

/** The text begins with the retry. */
const startsAnew = /^retrying (?!in \d|after \d|attempt )/i

/** A log line of a level that reports no failure. A warning that names a message (`messages.3`) may be about a refusal. */
const quietLevel =
  /^\W{0,3}(?:[\d:.,/TZ+-]{5,40} ){0,2}(?:- [\w.]{1,60} - )?(?:\[?(?:INFO|DEBUG|TRACE|WARN(?:ING)?(?![^\n]*messages[.[]\d))\b|\[?(?:info|debug|warn)(?:\]|:) |level=(?:info|debug|warn(?:ing)?)\b|\[[\w-]{2,30}\] (?:warning: |drop(?:ped|ping)? ))/

/** A line that retries because of a refusal reports it, whatever its level. */
const retriesBecause: RegExp = new RegExp(`^[^\\n]{0,80}\\b${again.source}`, 'i')
const isOwnRetry = (text: string): boolean =>
  ownRetry.test(text) || (startsAnew.test(text) && !retriesBecause.test(text))
const isQuietLevel = (line: string): boolean => quietLevel.test(line) && !retriesBecause.test(line)

/** Words of a log line that reports a failure. */
const failure = /\b[45]\d\d\b|err|exception|fail|reject|refus|retrying in \d/i

/** Whether the log line with the words reports no failure, whatever the lines around it say. */
function isInQuietLine({ from, original }: Mention): boolean {
  const end = original.indexOf('\n', from)
  const line = original.slice(original.lastIndexOf('\n', from - 1) + 1, end < 0 ? undefined : end)
  return isQuietLevel(line) && !failure.test(line)
}

/** A quiet log line in JSON. */
const quietRecord =
  /^\s*\{(?=[^\n]*"level": ?"?(?:info|debug|trace|[123]0\b|warn(?:ing)?"[^\n]*": ?"[A-Z]?[a-z]{3,12}ing ))(?![^\n]*(?:err|exception|failed|40\d))/i

/** A warning in JSON that shows no error. */
const warning = /^\s*\{(?=[^\n]*"level": ?"?(?:warn|40\b))(?![^\n]*(?:err|exception|failed|\b4\d\d\b))/i

/** Conditions and rules in other languages than English, and some in English: *la API devuelve un error*. */
const condition: RegExp = anyOf(
  [
    /чтобы не/,
    /经常触发/,
    /(?:可能|会)触发/,
    /分别(?:包含|为|是)/,
    /否[则則]|如果|避免|以免|防止/,
    /[会會][导導]致/,
    /会报(?!错误?\s?(?:error\s?)?[:：]|(?:这个|如下|以下)[^。\n]{0,8}\n)/,
    /会(?:返回|引发|抛出|因)|就会(?!报错误?\s?[:：]\s?\n)/,
    /rechaza(?!d)/,
    /evita /,
    /sem isso/,
    /sin esto/,
    /retorna (?:um )?erro/,
    /devuelve (?:un )?error/,
    /échouer/,
    /sẽ trả/,
    /発生する/,
    /발생할 수/,
    /will error if/,
    /\b(?:will|would|can|may|might|could) be (?:returned|raised|thrown|shown) (?:if|when(?:ever)?)\b/,
    /\b(?:if|when):\s*\n\s{0,20}[-*•] /,
    /\b(?:can|may|might|could) (?:also )?(?:return|throw|raise|answer|reject|give|produce|encounter|hit|run into|come across)\b/,
    /whose message (?:contains|says)/,
    /\b[Ii]f (?!I\b|we\b)(?:[\w']+ ){1,4}(?:shows?|says?|returns?|reports?|throws?|displays?) /,
    /to reject it with/,
    /\b[Ii]f (?:the|this|your) (?:error|message)\b/,
    /\b[Ww]hen it (?:throws|returns|sees|gets|receives|hits)\b/,
    /\b(?:[Ii]f|[Ww]hen(?:ever)?|[Oo]nce) (?:you|an?|any|there)\b(?=[^.:;"'`{}\n]{0,60}$)/,
  ],
  (words) =>
    `(?:${words})(?:(?!error code: \\d|\\n\\s*\\n)[^]){0,120}(?:[\\s>-]{1,24}(?:[\`"']{1,3}\\n?|[45]\\d\\d )[^\`"\\n]{0,60}\`?)?$`,
)

/** Words about a fault that is fixed, or about what an API demands or refuses in general. */
const closed: RegExp = anyOf(
  [
    /(?:^|\n)\W{0,8}[Ee]xample (?:\w+ )?(?:error|response|message)s?:/,
    /\bwould (?:leave|make|become|be left)\b/,
    /\b(?:[Bb]oth|each|all(?: of them| three)?)\s(?:returned|got|gave|answered|failed with) (?:an? )?(?:API |HTTP )?(?:error )?4\d\d\b/,
    /\n- \[[ x]\] /,
    /(?<!^[\w.]{0,60}(?:Error|Exception): [^\n]{0,120})\b(?:MUST|SHALL|MAY)\b/,
    /(?:^|\n)[\s>]{0,6}(?:(?:#{1,6} |\*\*)(?:Root [Cc]ause|Cause|(?:After |Before )?Fix|Solution|Workaround|(?:Current |Known )?Limitations)\b|(?:Root [Cc]ause|Fix):)/,
    /\b[Rr]ejects?\b|\bwhich (?:\w+\s{1,9}){0,4}refuses?\b/,
    /(?<!\b(?:[Aa]fter|[Oo]nce|[Ss]ince) )\b[Tt]h(?:is|at) error (?:often |usually |sometimes )?(?:indicates|means|has been|(?:occurs|happens|appears)(?! (?:during|every|on e)))\b/,
    /\b(?:error|issues?|message)(?: \d{3})? means\b/,
    /\b[Tt]he error stems from\b/,
    /\bindicates that the\b|\berror itself would\b/,
    /\bfailed with an? [45]\d\d\b[^.\n]{0,30} because\b/,
    /\bwhenever (?!I |i |we |\w+ing )/,
    /\b(?:[Oo]mitting|[Ll]eaving out|[Dd]ropping|[Ss]kipping) [\w`]{1,30} (?:produces|causes|triggers|raises|returns|gives|yields|leads to|results in)\b/,
    /\bWithout [\w`-]{2,40}, (?:[\w-]+ ){1,5}(?:fails?|returns?|breaks?|gets?)\b/,
    /\b(?:[Tt]h(?:is|at)|[Ii]t) is (?:the|an?) (?:exact |same )?(?:invariant|rule|contract|constraint|requirement)\b/,
    /(?:^|[.!\n] ?)(?:On|For|From|Since|With|In) [\w.-]{2,24}(?: [\w.-]{1,24}){0,2} (?:and|or) (?:later|newer|above|up),/,
    /\b[Ii]f an? [^.:;"'`\n]{3,80}, (?:the|that|every|all) (?:\w+ ){1,3}(?:is|are|gets?) (?:rejected|refused|lost)\b(?!:\s?[`"'“]?(?:\{|[45]\d\d\b|(?:messages|contents|input)[.[]\d))/,
    /\b(?:[Tt]wo|[Tt]hree|[Ff]our|[Ss]everal|[Mm]ultiple|[Mm]any) (?:[\w./-]+ ){0,6}(?:diagnostics|reports|users|customers|people)\b/,
    /说明(?:是|这|该)|因此[按需要会改]/,
    /[a-z)] \[\d{1,2}\](?:\[\d{1,2}\]){0,8}\.(?:\s|$)/,
    /已(?:经)?修复/,
    /^\W{0,6}根(?:本原)?因/,
    /问题根源/,
    /官方文档(?:要求|说明|规定)/,
    /ことを要求し(?!た)|拒否され(?:ます|る)|\bexige que\b/,
    /强校验|(?:硬|强制)要求/,
    /\b[Tt]his (?:fixes|resolves|prevents|avoids)\b|\bno longer (?:appears|occurs|happens|reproduces)\b/,
  ],
  (words) => words,
  '',
)

/** Tutorials show errors exactly as they come, so neither a body nor a line of its own proves that one happened. */
const taught: RegExp = anyOf(
  [
    /\b(?:this|the) (?:error )?message (?:is )?(?:essentially|basically|simply|literally) (?:tell|mean|say|indicat)/,
    /(?:^|[.!?]\s)(?:the|this) (?:specific )?error (?:message )?["'`“]?(?:messages?[.:[]|400)[^\n]{20,400}["'`”.]? (?:clearly |simply |basically )?(?:indicates|means|suggests|highlights|signals|implies|tells|points)\b/,
    /\b(?:typically|usually|often) looks (?:something )?like\b|\blooks something like this\b/,
    /\bif you(?:['’]re| are)? (?:experienc|see|get|encounter|hit|run into|facing)\w* (?:[\w-]+ ){0,4}errors? like\b/,
    /\bif you(?: \w+)? (?:experience|see|get|encounter|hit|run into) (?:any|one) of (?:the following|these)\b/,
    /\b(?:is|are) (?:now )?handled automatically\b/,
    /(?:^|\n)\s{0,20}(?:→|->|=>) ?(?:解决|修复|处理|[Ff]ix|[Ss]olution|[Rr]emedy)[:：]/,
    /\bone such error is\b/,
    /^if [^]{10,600}\n\s*then [a-z]/,
    /\bsteps to resolve this\b/,
    /\bhas been identified and solved\b/,
    /\bis (?:now )?fixed (?:on|in) (?:current |the )?(?:main|master)\b/,
    /(?:^|\n|\})(?:cause|solution|reason|explanation|quick fix(?:es)?|error signature|common causes|why (?:it|this) happens|how to (?:fix|prevent|resolve|avoid)(?: it| this)?|what(?:['’]s| is) (?:really )?going on)[^\S\n]*\n/,
    /\byou (?:may|might) have (?:\w+ )?(?:bumped|stumbled|come|run|encountered)\b/,
    /(?:如果|若)[^。\n]{1,30}可能会(?:导致|引发)/,
    /译文[:：]/,
    /\b(?:providers?|apis?|models?|servers?|backends?|endpoints?) (?:will )?(?:typically|usually)(?! (?:means|indicates))[^.\n]{0,60} (?:returns?|rejects?|refuses?)\b|\b(?:typically|usually) returns? (?:an? )?(?:HTTP )?4\d\d\b|(?:généralement|일반적으로)[^.。\n]{0,60}(?:reject|refuse|반환)|renvo\w+ généralement/,
  ],
  (words) => words,
)

/** The words begin before a quotation of at least four words and end inside it. */
const endInQuotation = /["'`“「«](?:[^\s"'`”」»│┃|]{1,40}\s+){3,20}[^"'`”」»]*$/

/** Signs that count wherever in the text the words stand. */
export const signsOfTalk: readonly SignOfTalk[] = [
  { shows: ({ original }) => isAboutPrograms(original), unless: ['body', 'told', 'ownLine', 'shown'] },
  {
    shows: ({ original }) =>
      isMended(original) || ownRepair.test(original) || isOwnRetry(original) || isQuietLevel(original),
    unless: ['name'],
  },
  { shows: isInQuietLine },
  { shows: ({ original }) => ownPruning.test(original), unless: ['body', 'told', 'ownLine', 'print'] },
  { shows: ({ original }) => warning.test(original) && isMended(original) },
  { shows: ({ original }) => quietRecord.test(original) || taught.test(original) || isTaughtFence(original) },
  { shows: ({ original }) => closed.test(original), unless: ['ownLine', 'braces', 'print'] },
]

/** Signs that stand before the words. */
export const signsBefore: readonly SignOfTalk[] = [
  { shows: ({ from, original }) => condition.test(original.slice(0, from)) },
  { shows: isInSentence, unless: ['told'] },
  { shows: ({ from, original, to }) => isSettled(original, from) || isSettled(original, to - 1) },
  { shows: ({ from, original }) => isLiteralOfCode(original, from) },
  { shows: ({ from, original, to }) => isInLink(original, from, to) },
  { shows: ({ from, original }) => isInComment(original, from) },
  { shows: ({ lead }) => quotingLead.test(lead), unless: ['print'] },
  { shows: ({ lead }) => sourceLine.test(lead), unless: ['log'] },
  { shows: ({ lead }) => mention.test(beforeLocator(lead.slice(-MENTION_REACH))) },
  { shows: isFarFromBeginning, unless: ['ownLine', 'lead', 'told'] },
]

function isInSentence({ from, original, to }: Mention): boolean {
  const last = to - 1
  return (
    isQuotedInSentence(original, from, to) ||
    (endInQuotation.test(original.slice(from, last)) && isQuotedInSentence(original, last, to))
  )
}

/** The steps of a program, as it prints them before an error: `agent: step 3: failed to generate content:`. */
const context = /^(?:[^.:;]{1,60}:){1,4}/

/** Whether other words of the same sentence stand before the words. */
function isFarFromBeginning({ lead }: Mention): boolean {
  const near = lead.slice(-LOCATOR_REACH)
  const path = locator.exec(near)
  const sentence = (path === null ? lead : lead.slice(0, lead.length - near.length + path.index)).replace(context, '')
  return sentence.length - sentence.lastIndexOf(';') - 1 > CLOSE
}

/** The text before the words, without the path that opens their sentence. */
function beforeLocator(lead: string): string {
  return lead.replace(/(?:messages?|input|contents|system|rejects?|answers?|for)[.\d:]*$/, '')
}
