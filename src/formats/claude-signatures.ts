import { absentValue } from './absent-value.ts'

/** A placeholder for a signature is shorter. */
const longSignature = 100

class ClaudeSignatures extends RegExp {
  /** What the pattern finds out by reading a hundred characters: half of the time that a healthy list took. */
  override test(signature: string): boolean {
    return signature.length >= longSignature || super.test(signature)
  }
}

/** No signature of Claude's is of words or in brackets, as placeholders are, or a UUID: that is how DeepSeek signs. */
export const claudeSignatures: RegExp = /* @__PURE__ */ new ClaudeSignatures(
  `^(?!${absentValue}|[\\da-f]{8}-)[^\\s[\\]{}<>…]+$|^.{100}`,
)
