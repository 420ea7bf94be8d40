import { ranks } from '../words/compile-wordings.ts'
import { everydayFaults, mediaFaults, modelFaults } from '../grammar/kinds-of-faults.ts'
import type { Reading } from '../grammar/reading.ts'
import type { Speaker } from './speaker-of.ts'

/**
 * Whether a reading is another system's complaint: its words belong to no provider and another system speaks, or upload forms
 * use them as well and nothing shows that a request is refused.
 *
 * @param lower the folded text
 */
export function isOfAnother(speaker: Speaker, { path, provider, rank, type }: Reading, lower: string): boolean {
  if (rank <= ranks.sentence && otherLabel.test(lower)) return true
  if (rank <= ranks.sentence && path === undefined && rolesOfUsers.test(lower)) return true
  if (speaker === 'provider') return false
  if (speaker === 'other' && (provider === 'any' ? everydayFaults.has(type) : type === 'unspecified_structural')) {
    return true
  }
  if (speaker === 'unknown' && modelFaults.has(type) && ofOwnModel.test(lower)) return true
  if (type === 'conversation_empty' && emptyInput.test(lower)) return true
  if (speaker === 'unknown' && type === 'content_block_invalid' && ofFiles.test(lower)) return true
  const isShared = rank === ranks.shared || (rank < ranks.shared && mediaFaults.has(type))
  return isShared && !requestWords.test(lower)
}

/** Blocks of files have a number as their type, parts of a mail a class name; blocks of a conversation have a plain name. */
const ofFiles = /(?<!content)blocktype:\d+(?![\w-])|contenttype:\w{1,20}\.\w{1,20}\./

/** Roles of persons (*admin*, *editor*), without an `assistant` or `messages` in the text. */
const rolesOfUsers =
  /^(?!.*(?:assistant|messages)).*(?:角色|role)[^\d;{}]{0,30}(?<![a-z])(?:user|admin|member|owner)(?:,|,?or|或|、)(?:user|admin|member|owner|editor|viewer|guest)(?![a-z])/

/** Numeric programs say this about their arguments, too. */
const emptyInput = /input(?:list|array)is/

/** Error types by which a provider excludes the messages as the cause. Known sentences rank higher, since proxies label them wrongly. */
const otherLabel =
  /type:(?:authentication|permission|rate_limit|overloaded|billing)_error|status:(?:unauthenticated|permission_denied|resource_exhausted)|request_too_large/

/** A client parses or checks the call that its model has just made, which refuses no request (`as json` is a server on the history). */
const ofOwnModel =
  /modelre(?:ply|sponse)|streamingtool|(?:^|:false,error:)tool(?:arguments|args)must|(?:^|error:|result:|summary:)invalidtool(?:arguments|args)(?:$|[:,.}])|parse(?:tool|function)_?(?:call)?_?arguments(?!asjson)|(?:tool|function)_?call[\w-]{1,60}(?:isinvalid)?:arg/

/** Words that show that media belong to a request to a model. */
const requestWords =
  /(?<!\/)(?:model|(?<!per)request|prompt|conversation|history|messages|content|base64|input|api|documents)(?!\/)|image_url(?!must|is)|imageblock|\/v1\/|completions|imagedata|imageoraudio|(?:provided|verifythe)url|doublepressesc|max\d+pages|totalpixels|maybeprovided|\dbytes>\d|inmessage\d/
