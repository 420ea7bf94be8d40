import type { Rules } from './rules.ts'

type ToolInput = Rules['toolInput']

/** The rules under which the input of a call is sent as text. */
export const textInputs: ReadonlySet<ToolInput> = new Set<ToolInput>(['any-text', 'text-or-object', 'json-object-text'])

/** Those of {@link textInputs} under which nobody parses the text. */
export const unparsedInputs: ReadonlySet<ToolInput> = new Set<ToolInput>(['any-text', 'text-or-object'])
