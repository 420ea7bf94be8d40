import { absentValue } from './absent-value.ts'

/** A placeholder for a signature is shorter. */
const longSignature = 100

const short = `(?!${absentValue})[^\\s[\\]{}<>…]+$`
const shortSignatures = new RegExp(`^${short}`)

class ClaudeSignatures extends RegExp {
  /** What the pattern finds out by reading a hundred characters: half of the time that a healthy list took. */
  override test(signature: string): boolean {
    return signature.length >= longSignature || shortSignatures.test(signature)
  }
}

/** No signature of Claude's is of words or in brackets, as placeholders are. */
export const claudeSignatures: RegExp = /* @__PURE__ */ new ClaudeSignatures(`^(?:[^]{${longSignature}}|${short})`)
