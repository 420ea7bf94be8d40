import type { Rules } from './rules.ts'

type ToolInput = Rules['toolInput']

/** The rules under which the input of a call goes out as text. */
export const textInputs: ReadonlySet<ToolInput> = new Set<ToolInput>(['any-text', 'text-or-object', 'json-object-text'])

/** Those of them under which nobody parses it. */
export const unparsedInputs: ReadonlySet<ToolInput> = new Set<ToolInput>(['any-text', 'text-or-object'])
