import type { Format } from '../format.ts'
import { withBlankOutputs } from './blank-outputs.ts'
import { repeatTypes } from './content-shapes.ts'
import {
  converseContent,
  converseMedium,
  converseRescue,
  converseResultParts,
  isSentByConverse,
} from './converse-content.ts'
import { withDocuments } from './converse-documents.ts'
import { forStrict } from './for-strict.ts'

/** The chat model for Converse. */
export const forConverse: Format = withBlankOutputs(
  withDocuments(
    forStrict({
      isSent: isSentByConverse,
      knowsStandard: true,
      medium: converseMedium,
      parts: converseResultParts,
      repeats: repeatTypes,
      rescue: converseRescue,
      shapes: converseContent,
    }),
  ),
)
