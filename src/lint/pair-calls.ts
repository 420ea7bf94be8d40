import type { Rules } from '../formats/rules.ts'
import type { Transcript } from '../transcript/transcript.ts'
import type { KeptItems } from './pairing/kept-items.ts'
import { Pairer } from './pairing/pairer.ts'
import type { PairingResult } from './pairing/pairing-result.ts'
import type { ResultForms } from './result-forms.ts'

/** Matches results to calls, first where the format wants them, then the strays to the only open call that can own them. */
export function pairCalls(transcript: Transcript, rules: Rules, kept?: KeptItems, forms?: ResultForms): PairingResult {
  return (forms ? new forms.pairer(rules, kept?.callsElsewhere(rules)) : new Pairer(rules)).read(transcript)
}
