import { ranks } from './words/compile-wordings.ts'
import type { ErrorText } from './shapes/error-text.ts'
import { type FoldedText, foldText } from './words/fold-text.ts'
import type { Grammar } from './grammar.ts'
import { isInList } from './speakers/is-in-list.ts'
import { isOfAnother } from './speakers/is-of-another.ts'
import { everydayFaults, modelFaults } from './grammar/kinds-of-faults.ts'
import type { SentenceMatch } from './grammar/match-sentences.ts'
import { readPaths } from './paths/read-paths.ts'
import { type Reading, readingOfField, readingOfSentence } from './grammar/reading.ts'
import { speakerOf } from './speakers/speaker-of.ts'
import { withoutUnionMembers } from './grammar/union-members.ts'

/** All readings of an error, the strongest first; null when every complaint is about something outside the messages. */
export function readingsOf(
  folded: FoldedText,
  { body, refused }: Pick<ErrorText, 'body' | 'refused'>,
  { fields, sentences, wordings }: Grammar,
): readonly Reading[] | null {
  const paths = readPaths(folded, refused !== 'nothing' && refused !== 'elsewhere')
  const sent = body === '' ? undefined : foldText(body)
  if (sent !== undefined && wordings(sent).some(({ wording: { type } }) => type === null)) return null
  const speaker = speakerOf(folded, paths, refused, sent)
  const complaints = fields(folded, paths)
  const ours = complaints.filter(({ type }) => type !== null)
  const counted = withoutUnionMembers(folded.lower, ours)
  const own = counted.map(readingOfField)
  const foreign = complaints.filter(({ type }) => type === null)
  const elsewhere = [...foreign, ...ours.filter((match) => !counted.includes(match))]
  const said = wordings(folded)
    // A wording that overlaps a complaint about another field (a tool, a parameter) is not about the messages.
    .filter(
      ({ end, rank, start }) =>
        rank >= ranks.decisive || !elsewhere.some((path) => start < path.end && end > path.start),
    )
    .map(({ end, rank, start, wording: { provider, type } }): Reading => ({ type, provider, rank, start, end }))
  // A known wording or field needs no grammar of sentences.
  const isKnown =
    said.some(({ rank, type }) => type !== null && rank >= ranks.shared) || own.some(({ rank }) => rank >= ranks.field)
  const isLocal = (refused === 'nothing' || refused === 'client') && localException.test(folded.lower)
  const isProvider = speaker === 'provider'
  const stated = isKnown
    ? []
    : sentences(
        folded,
        paths.filter((path) => !isInList(path) || complaints.length > 0),
        isProvider,
      ).filter(
        (match) =>
          !(match.isForeignForm && everydayFaults.has(match.type)) &&
          (!isLocal || isOfConversation(match, isProvider, folded.lower)),
      )
  const places = paths.filter((path) => isInList(path) && path.names.at(-1) === '#').map(({ names }) => names.length)
  const statement = stated.find(({ type }) => type !== 'unspecified_structural') ?? stated[0]
  const readings = [...said, ...own, ...(statement === undefined ? [] : [readingOfSentence(statement, places)])].filter(
    (reading) =>
      !isOfAnother(speaker, reading, folded.lower) && !(refused === 'elsewhere' && everydayFaults.has(reading.type)),
  )
  if (foreign.length > 0 && own.length === 0 && readings.every(({ rank }) => rank <= ranks.sentence)) return null
  return readings.sort((a, b) => b.rank - a.rank || a.start - b.start || b.end - a.end)
}

/** An exception of a program, not of an API. */
const localException = /^(?:uncaught)?(?:value|type|key|index|attribute|assertion|syntax|reference)error:/

/** A program's own exception counts only as a whole statement about calls, results or thinking, or with a word for models. */
function isOfConversation({ isTelling, type, words }: SentenceMatch, isProvider: boolean, lower: string): boolean {
  if (!isTelling && !isProvider) return false
  return words > 2 || modelFaults.has(type) || ofRoles.test(lower) || (type === 'role_invalid' && isTelling)
}

const ofRoles = /messagerole|systemmessage|roleinmessages/
