import { toJson } from '../../doctor/redact/to-json.ts'
import type { RepairReport, RepairStatus } from '../../doctor/repair/repair-report.ts'
import type { Selection } from '../../doctor/sessions/find-sessions.ts'
import { version } from '../../doctor/version.ts'
import type { CliContext } from '../cli-context.ts'
import { lookedIn } from '../sessions/looked-in.ts'
import type { DocumentError } from '../report/closing-on-failure.ts'
import { tellNothingFound, tellUnreadable } from '../report/tell-nothing-found.ts'
import { countStatuses, renderRepair } from './render-repair.ts'

/** Changes with every change that a reader could trip over; new fields do not count. */
const repairSchema = 'session-recovery.repair/1'

type Counts = ReadonlyMap<RepairStatus, number>

/** Receives the outcomes one by one, so that a run over a thousand sessions can be followed. */
export interface RepairReporter {
  begin(): Promise<void>
  report(report: RepairReport): Promise<void>
  end(counts: Counts): Promise<void>
  /** In the place of `end` where an error ended the run: closes a document. */
  fail?(error: DocumentError): Promise<void>
}

/** One JSON document. */
export function documentReporter({ output }: CliContext): RepairReporter {
  let separator = '\n'
  return {
    begin: () => {
      const head = toJson({ schema: repairSchema, tool: { name: 'session-recovery', version } })
      return output.write(`${head.slice(0, -1)},"sessions":[`)
    },
    report: async (report) => {
      await output.write(separator + toJson(report))
      separator = ',\n'
    },
    end: (counts) => output.write(`\n],"summary":${toJson(Object.fromEntries(counts))}}\n`),
    fail: (error) => output.write(`\n],"error":${toJson(error)}}\n`),
  }
}

/** For users: healthy sessions are mentioned only when they were named. */
export function plainReporter(context: CliContext, selection: Selection, redacted: boolean): RepairReporter {
  return {
    begin: async () => {},
    report: async (report) => {
      if (report.status !== 'healthy' || selection.named.length > 0) await renderRepair(report, context.output)
    },
    end: (counts) => tellOutcome(counts, selection, context, redacted),
  }
}

async function tellOutcome(
  counts: Counts,
  selection: Selection,
  context: CliContext,
  redacted: boolean,
): Promise<void> {
  const { output } = context
  const searched = redacted ? [] : await lookedIn(selection, context)
  tellUnreadable(output, searched)
  if (counts.size === 0) await tellNothingFound(output, searched, 'repair')
  else await output.line(`${countStatuses(counts)}.`)
}
