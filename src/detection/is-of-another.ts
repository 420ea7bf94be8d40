import { ranks } from './compile-wordings.ts'
import { everydayFaults, mediaFaults, modelFaults } from './kinds-of-faults.ts'
import type { Reading } from './reading.ts'
import type { Speaker } from './speaker-of.ts'

/**
 * Words that no provider owns, about things that other systems have as well, said by one of those; or shared with forms for
 * uploads, where nothing shows that somebody refuses a request.
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

/** Blocks of files have a number as their type and what a mail holds a class, those of a conversation a name. */
const ofFiles = /(?<!content)blocktype:\d+(?![\w-])|contenttype:\w{1,20}\.\w{1,20}\./

/** Roles of persons, none of a conversation beside them. */
const rolesOfUsers =
  /^(?!.*(?:assistant|messages)).*(?:角色|role)[^\d;{}]{0,30}(?<![a-z])(?:user|admin|member|owner)(?:,|,?or|或|、)(?:user|admin|member|owner|editor|viewer|guest)(?![a-z])/

/** What numeric programs say of their arguments, too. */
const emptyInput = /input(?:list|array)is/

/** Labels with which a provider says itself that the messages are not what it refuses; proxies put false ones around sentences that are known. */
const otherLabel =
  /type:(?:authentication|permission|rate_limit|overloaded|billing)_error|status:(?:unauthenticated|permission_denied|resource_exhausted)|request_too_large/

/** Who parses or checks what its model has just called refuses no request; a server says what it parses the history as. */
const ofOwnModel =
  /modelre(?:ply|sponse)|streamingtool|(?:^|:false,error:)tool(?:arguments|args)must|(?:^|error:|result:|summary:)invalidtool(?:arguments|args)(?:$|[:,.}])|parse(?:tool|function)_?(?:call)?_?arguments(?!asjson)|(?:tool|function)_?call[\w-]{1,60}(?:isinvalid)?:arg/

/** What shows that media belong to the request of a model. */
const requestWords =
  /(?<!\/)(?:model|(?<!per)request|prompt|conversation|history|messages|content|base64|input|api|documents)(?!\/)|image_url(?!must|is)|imageblock|\/v1\/|completions|imagedata|imageoraudio|(?:provided|verifythe)url|doublepressesc|max\d+pages|totalpixels|maybeprovided|\dbytes>\d|inmessage\d/
