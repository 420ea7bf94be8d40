import type { RecoveryErrorType } from '../../../src/faults/fault-catalogue.ts'
import { heldOutContentSentences } from './content-sentences.ts'
import { heldOutRoleSentences } from './role-sentences.ts'
import { heldOutThinkingSentences } from './thinking-sentences.ts'
import { heldOutToolSentences } from './tool-sentences.ts'

/** Sentences of no provider in particular: how someone would say it who writes the next validator or gateway. */
export const heldOutSentences: Partial<Record<RecoveryErrorType, readonly string[]>> = {
  ...heldOutToolSentences,
  ...heldOutThinkingSentences,
  ...heldOutContentSentences,
  ...heldOutRoleSentences,
}
