import { chainDigest, messageDigest } from '../../storage/prefix-digests.ts'
import type { StoredSession } from '../../storage/message-store.ts'
import { knownDigests } from './known-digests.ts'
import { unguessableIn } from './unguessable.ts'

/** Marks stored messages that came as an answer. */
export const answerMark = 'answer'
/** The id of the response that a stored answer is. */
export const responseMark = 'responseID'

/** The end of a conversation. */
export interface SessionTail {
  readonly length: number
  readonly digest: string
  /** Without the last answer, which its caller may send back in a shape of its own: what it sends for certain. */
  readonly settled: number
  readonly settledDigest: string
  /** What only this session's provider can have said; the first few are enough. */
  readonly proofs: ReadonlySet<string>
  /** The response that the last message is. */
  readonly responseID?: unknown
}

const maxProofs = 8

/** The end of a conversation as it is stored. */
export function storedTail(stored: StoredSession | null): SessionTail {
  const messages = stored?.messages ?? []
  const digests = knownDigests(messages.map(({ raw }) => raw))
  const settled = messages.findLastIndex(({ meta }) => meta[answerMark] !== true) + 1
  const answers = messages.filter(({ meta }) => meta[answerMark] === true).map(({ raw }) => raw)
  return { ...tailAt(digests, settled, proofsOf(new Set(), answers)), responseID: messages.at(-1)?.meta[responseMark] }
}

/** These are the messages now, none of them an answer that may change its shape. */
export function adoptedTail({ proofs }: SessionTail, digests: readonly string[]): SessionTail {
  return tailAt(digests, digests.length, proofs)
}

/** The caller's own messages stand behind it. */
export function continuedTail(tail: SessionTail, raws: readonly unknown[]): SessionTail {
  const { digest, length } = endBehind(tail, raws)
  return { ...tail, digest, length, settled: length, settledDigest: digest, responseID: undefined }
}

/** The last answer stands behind it: its caller may send it back in a shape of its own. */
export function answeredTail(tail: SessionTail, raws: readonly unknown[], responseID?: unknown): SessionTail {
  const settled = { settled: tail.length, settledDigest: tail.digest }
  return { ...endBehind(tail, raws), ...settled, proofs: proofsOf(tail.proofs, raws), responseID }
}

/** Whether messages with these digests begin with that many of a session. */
export function startsWith(digests: readonly string[], length: number, digest: string): boolean {
  return length <= digests.length && digestAt(digests, length) === digest
}

function digestAt(digests: readonly string[], length: number): string {
  return digests[length - 1] ?? ''
}

function endBehind({ digest, length }: SessionTail, raws: readonly unknown[]): Pick<SessionTail, 'length' | 'digest'> {
  return {
    length: length + raws.length,
    digest: raws.reduce<string>((former, raw) => chainDigest(former, messageDigest(raw)), digest),
  }
}

function tailAt(digests: readonly string[], settled: number, proofs: ReadonlySet<string>): SessionTail {
  const { length } = digests
  const [digest, settledDigest] = [digestAt(digests, length), digestAt(digests, settled)]
  return { length, digest, settled, settledDigest, proofs }
}

function proofsOf(former: ReadonlySet<string>, answers: readonly unknown[]): ReadonlySet<string> {
  const proofs = new Set(former)
  for (const answer of answers) {
    for (const id of unguessableIn(answer)) {
      if (proofs.size === maxProofs) return proofs
      proofs.add(id)
    }
  }
  return proofs
}
