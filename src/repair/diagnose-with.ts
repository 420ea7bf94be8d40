import { AsSent } from '../transcript/as-sent.ts'
import { readable } from '../transcript/readable.ts'
import { findFaults } from './lint.ts'
import type { LinterFormat } from './linter-format.ts'
import { asList, settingsOf } from './lint-settings.ts'
import type { DiagnoseOptions } from './repair-options.ts'
import type { Diagnosis } from './repair-result.ts'

/** `diagnose`, in a format that is at hand. */
export function diagnoseWith(found: LinterFormat, messages: unknown, options: DiagnoseOptions): Diagnosis {
  const sent = new AsSent(found.format.isRead)
  const request = options.request ?? {}
  const faults = readable(messages, request, () => {
    const list = asList(messages, found.format, sent)
    return findFaults(list, request, settingsOf(found, options, list, sent))
  })
  return { ok: faults.length === 0, faults: faults.map(({ fault }) => fault) }
}
