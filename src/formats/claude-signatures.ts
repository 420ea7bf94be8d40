import { absentValue } from './absent-value.ts'

/** A placeholder for a signature is shorter. */
const longSignature = 100

class ClaudeSignatures extends RegExp {
  /** What the pattern finds out by reading a hundred characters: half of the time that a healthy list took. */
  override test(signature: string): boolean {
    return signature.length >= longSignature || super.test(signature)
  }
}

/**
 * No signature of Claude's is of words or in brackets, as placeholders are, a UUID or a hash in hexadecimal: that is how DeepSeek and
 * MiniMax sign (github.com/NousResearch/hermes-agent/pull/76865 counts 64 characters).
 */
export const claudeSignatures: RegExp = /* @__PURE__ */ new ClaudeSignatures(
  `^(?!${absentValue}|[\\da-f-]{32,}$)[^\\s[\\]{}<>…]+$|^.{100}`,
)
