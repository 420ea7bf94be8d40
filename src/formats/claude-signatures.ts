import { absentValue } from './absent-value.ts'

/** Placeholders for a signature are shorter than this. */
const longSignature = 100

class ClaudeSignatures extends RegExp {
  /** The last branch of the pattern, without the match: matching took half of the time that a healthy list needs. */
  override test(signature: string): boolean {
    return signature.length >= longSignature || super.test(signature)
  }
}

/**
 * A signature of Claude's has no spaces or brackets, as placeholders have, and is no UUID or hexadecimal hash, which DeepSeek and MiniMax
 * use as signatures (github.com/NousResearch/hermes-agent/pull/76865 counts 64 characters).
 */
export const claudeSignatures: RegExp = /* @__PURE__ */ new ClaudeSignatures(
  `^(?!${absentValue}|[\\da-f-]{32,}$)[^\\s[\\]{}<>…]+$|^.{100}`,
)
