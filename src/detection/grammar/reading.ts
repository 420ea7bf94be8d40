import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import type { Complaint } from './complaint.ts'
import { ranks } from '../words/compile-wordings.ts'
import { mediaFaults } from './kinds-of-faults.ts'
import type { FieldMatch } from './match-fields.ts'
import type { SentenceMatch } from './match-sentences.ts'
import type { RequestPath } from '../paths/request-path.ts'

/** One interpretation of an error. The one with the highest rank wins, among equals the first. */
export interface Reading {
  readonly type: RecoveryErrorType | null
  readonly provider: string
  readonly rank: number
  /** Positions in the folded text. */
  readonly start: number
  readonly end: number
  readonly field?: string
  readonly complaint?: Complaint
  readonly path?: RequestPath
}

/** Names of the lists that hold the conversation. */
export const conversationLists: ReadonlySet<string> = new Set(['messages', 'input', 'contents'])

/** Fields that hold others: a sentence about their content tells more than a complaint about the field. */
const containers: ReadonlySet<string> = new Set([...conversationLists, 'content', 'content_parts', 'parts', 'type'])

/** A complaint about a field as a reading. A row for any field (`*`) ranks below a known sentence of a provider. */
export function readingOfField({ complaint, end, field, isSentence, known, path, start, type }: FieldMatch): Reading {
  const rank = rankOfField(type, complaint, known, field)
  return {
    type,
    field,
    complaint,
    path,
    provider: 'any',
    rank: isSentence ? Math.min(rank, ranks.container) : rank,
    start,
    end,
  }
}

function rankOfField(type: RecoveryErrorType | null, complaint: Complaint, known: number, field: string): number {
  if (type === 'unspecified_structural') return ranks.vague
  if (complaint === 'unknown') return ranks.field
  // Something inside the container is too long, too large or too many, and the sentence names it.
  if (known === 0 || (complaint === 'long' && containers.has(field))) return ranks.anyField
  if (containers.has(field)) return ranks.container
  // If the row knows more than the last name of the path, the sentence tells no more than the path does.
  return complaint === 'invalid' ? (known > 1 ? ranks.phrase + 0.5 : ranks.container) : ranks.field
}

/**
 * Ranks a sentence: three words of a row are a statement, two only a phrase.
 *
 * @param places how deep each place of the list stands that the error names: behind that of a message the words are about it, behind
 *   that of a block, media are those of the conversation
 */
export function readingOfSentence(match: SentenceMatch, places: readonly number[]): Reading {
  const { end, isTelling, isWeak, start, type, words } = match
  const isPlaced = places.includes(2) || (places.length > 0 && mediaFaults.has(type))
  const rank = isWeak ? ranks.weak : rankOfSentence(type, words, isTelling || isPlaced)
  return { type, provider: 'any', rank, start, end }
}

function rankOfSentence(type: RecoveryErrorType, words: number, isTelling: boolean): number {
  if (type === 'unspecified_structural') return ranks.vague
  if (words > 2) return ranks.sentence
  return isTelling ? ranks.phrase : ranks.hint
}
