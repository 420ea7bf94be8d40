export { createLinter, type Linter, type LinterOptions } from './repair/create-linter.ts'
export { detectError } from './repair/detect-error.ts'
export type { DetectedError } from './detection/detected-error.ts'
export type { Detector } from './detection/create-detector.ts'
export { OptionsError } from './errors/options-error.ts'
export { TranscriptError, type TranscriptErrorCode } from './transcript/transcript-error.ts'
export {
  aiSdk,
  anthropicCompatible,
  anthropicMessages,
  bedrockConverse,
  gemini,
  langchain,
  openAIChat,
  openaiResponses,
} from './repair/chosen-formats.ts'
export type { LinterFormat } from './repair/linter-format.ts'
export type { FormatName } from './formats/format-name.ts'
export { applyEdits } from './transcript/apply-edits.ts'
export type { DiagnoseOptions, RepairOptions } from './repair/repair-options.ts'
export type { Diagnosis, RepairResult } from './repair/repair-result.ts'
