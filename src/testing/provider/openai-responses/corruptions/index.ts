import type { ResponsesCorruption } from './corruption.ts'
import { itemCorruptions } from './item-corruptions.ts'
import { pairCorruptions } from './pair-corruptions.ts'
import { requestCorruptions } from './request-corruptions.ts'

/** Every kind of damage for the Responses format. Alone, each one makes the API refuse a healthy transcript. */
export const responsesCorruptions: readonly ResponsesCorruption[] = [
  ...pairCorruptions,
  ...itemCorruptions,
  ...requestCorruptions,
]
