import type { Format } from '../formats/format.ts'
import { readable } from '../transcript/readable.ts'
import { findFaults } from './lint.ts'
import { asList, settingsOf } from './lint-settings.ts'
import type { DiagnoseOptions } from './repair-options.ts'
import type { Diagnosis } from './repair-result.ts'

/** `diagnose`, in a format that is at hand. */
export function diagnoseWith(format: Format, messages: unknown, options: DiagnoseOptions): Diagnosis {
  const list = asList(messages, format)
  const request = options.request ?? {}
  const found = readable(list, request, () => findFaults(list, request, settingsOf(format, options, list)))
  return { ok: found.length === 0, faults: found.map(({ fault }) => fault) }
}
