import type { Rules } from '../formats/rules.ts'
import { speaksAsTool } from '../transcript/speaks-as-tool.ts'
import type { Transcript } from '../transcript/transcript.ts'
import type { KeptItems } from './kept-items.ts'
import { Pairer } from './pairer.ts'
import type { PairingResult } from './pairing-result.ts'
import type { ResultForms } from './result-forms.ts'

/** Matches results to calls, first where the format wants them, then the strays to the only open call that can own them. */
export function pairCalls(transcript: Transcript, rules: Rules, kept?: KeptItems, forms?: ResultForms): PairingResult {
  const pairer = new (forms?.pairer ?? Pairer)(rules, kept?.callsElsewhere(rules))
  for (const turn of transcript.turns) {
    if (turn.role === 'assistant') {
      for (const message of turn.messages) {
        if (rules.results === 'own-messages' || rules.answersWhole === true) pairer.close()
        pairer.readMessage(message, true)
      }
    } else {
      for (const message of turn.messages) {
        if (rules.results === 'own-messages' && speaksAsTool(message)) pairer.close()
        pairer.readMessage(message, false)
      }
      if (rules.results !== 'items' && turn.index < transcript.turns.length - 1) pairer.close()
    }
  }
  return pairer.finish(transcript)
}
