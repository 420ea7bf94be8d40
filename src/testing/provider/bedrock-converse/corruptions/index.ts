import { damager } from '../../shared/damage.ts'
import { isRecord } from '../../shared/records.ts'
import type { ConverseTranscript } from '../transcript.ts'
import { callCorruptions, foreignCorruptions } from './call-corruptions.ts'
import { contentCorruptions } from './content-corruptions.ts'
import { pairCorruptions } from './pair-corruptions.ts'
import { reasoningCorruptions } from './reasoning-corruptions.ts'
import { roleCorruptions } from './role-corruptions.ts'
import { wholeCorruptions } from './whole-corruptions.ts'
import type { ConverseCorruption } from './corruption.ts'

/** Every kind of damage for Converse. Alone, each one makes the API refuse a healthy transcript. */
export const converseCorruptions: readonly ConverseCorruption[] = [
  ...pairCorruptions,
  ...callCorruptions,
  ...reasoningCorruptions,
  ...contentCorruptions,
  ...wholeCorruptions,
  ...roleCorruptions,
  ...foreignCorruptions,
]

const isReadable = ({ messages }: ConverseTranscript): boolean =>
  messages.every(({ content: list }) => Array.isArray(list) && list.every(isRecord))

/** @example corruptConverseTranscript(transcript, createRandom(3), { count: 2, where: 'last' }) */
export const corruptConverseTranscript: ReturnType<typeof damager<ConverseTranscript>> = damager(
  converseCorruptions,
  isReadable,
)
