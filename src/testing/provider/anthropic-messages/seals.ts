import { createHash, createHmac } from 'node:crypto'

/**
 * The emulator's version of the provider's opaque values: only the holder of the secret can make one, and it carries the facts in the
 * clear, so that the judge can tell tampering, a foreign model and a changed prefix apart.
 */
export type Seal = {
  kind: SealKind
  /** The family of the model that made it. */
  family: string
  /** Hash of the sealed content. */
  content: string
  /** Hash of the conversation before it; '' on models without preserved thinking. */
  prefix: string
  /** Id of the thinking block before it; '' for the first. */
  previous: string
  id: string
}

export type SealKind = 'thinking' | 'redacted' | 'search' | 'citation' | 'advisor' | 'compaction' | 'stdout'

export const defaultSecret = 'session-recovery emulator'

export const shortHash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

const facts = (seal: Omit<Seal, 'id'>): string =>
  [seal.kind, seal.family, seal.content, seal.prefix, seal.previous].join('|')

const signed = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('hex').slice(0, 32)

export type SealFacts = { kind: SealKind; content: string; family?: string; prefix?: string; previous?: string }

/** @example mintSeal({ kind: 'search', content: url + title }) // base64, verifiable with the same secret only */
export function mintSeal(wanted: SealFacts, secret: string = defaultSecret): string {
  const seal = { family: '', prefix: '', previous: '', ...wanted, content: shortHash(wanted.content) }
  const text = facts(seal)
  return Buffer.from(`${text}|${signed(text, secret)}`).toString('base64')
}

/** Reads a seal; null when it was not minted with this secret, was cut, or was changed. */
export function openSeal(value: unknown, kind: SealKind, secret: string = defaultSecret): Seal | null {
  if (typeof value !== 'string') return null
  const opened = Buffer.from(value, 'base64').toString('utf8')
  // Node's base64 decoder ignores padding and stray characters; the provider does not.
  if (Buffer.from(opened).toString('base64') !== value) return null
  const [sealKind, family = '', content = '', prefix = '', previous = '', id = ''] = opened.split('|')
  const seal: Seal = { kind, family, content, prefix, previous, id }
  return sealKind === kind && signed(facts(seal), secret) === id ? seal : null
}

export const seals = (seal: Seal, content: string): boolean => seal.content === shortHash(content)
