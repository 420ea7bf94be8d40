import { repair } from '../../../src/index.ts'
import type { RepairOptions } from '../../../src/repair/repair-options.ts'
import type { RepairResult } from '../../../src/repair/repair-result.ts'

export type Item = Record<string, unknown>

export const fix = (input: unknown, options: Partial<RepairOptions> = {}): RepairResult =>
  repair(input, { format: 'openai-responses', ...options })
export const items = (result: RepairResult): Item[] => result.messages as Item[]
export const bad = (message: string, status = 400): Error =>
  Object.assign(new Error(`${status} ${message}`), { status })

export const user: Item = { role: 'user', content: 'Go.' }
export const call = (call_id: string, extra: Item = {}): Item => ({
  type: 'function_call',
  call_id,
  name: 'read_file',
  arguments: '{}',
  ...extra,
})
export const output = (call_id: string, text = 'real'): Item => ({
  type: 'function_call_output',
  call_id,
  output: text,
})
export const reasoning = (id?: string): Item => ({
  type: 'reasoning',
  summary: [],
  encrypted_content: 'gAAAAsealed',
  ...(id !== undefined && { id }),
})
