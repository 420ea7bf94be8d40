import { auditCommandFor } from '../../doctor/audit/audit-command.ts'
import { findingTitle } from '../../doctor/guide/finding-title.ts'
import type { Output } from '../output/output.ts'
import type { Style } from '../output/styler.ts'
import { maskSecrets } from '../../json/mask-secrets.ts'
import { snippet } from '../../doctor/redact/snippet.ts'
import { shortId } from '../../doctor/sessions/short-id.ts'
import type { AgentCount } from '../../doctor/check/doctor-summary.ts'
import { placeOf } from '../../doctor/check/place-of.ts'
import type { ReportWriter } from './report-writer.ts'
import { tellNothingFound, tellUnreadable } from './tell-nothing-found.ts'
import type { ReportedFinding, SessionReport } from '../../doctor/check/reported-finding.ts'
import { counted } from '../../json/counted.ts'

const colours: Readonly<Record<ReportedFinding['severity'], Style>> = { error: 'red', warning: 'yellow', info: 'dim' }

/** Findings of one type together: a session that lost its results has hundreds of one kind. */
function groups(findings: readonly ReportedFinding[]): ReportedFinding[][] {
  return [...Map.groupBy(findings, ({ type }) => type).values()]
}

function groupLine([first, ...more]: readonly ReportedFinding[], { style }: Output): string {
  if (!first) return ''
  const times = more.length === 0 ? '' : ` ×${more.length + 1}`
  const place = placeOf(first)
  const where = place === '' ? '' : style('dim', ` (${more.length === 0 ? '' : 'first: '}${place})`)
  return `  ${style(colours[first.severity], first.type + times)}  ${findingTitle(first)}${where}`
}

function countLine({ agent, sessions, broken, unknown }: AgentCount, width: number): string {
  const parts = [counted(sessions, 'session'), broken === 0 ? 'none broken' : `${broken} broken`]
  if (unknown > 0) parts.push(`${unknown} not certain`)
  return `${agent.padEnd(width)}  ${parts.join(', ')}`
}

/** The number of sessions that are shown in full, newest first: those are the ones that users look for. */
const mostInFull = 10

export interface TextOptions {
  /** List healthy sessions too. */
  readonly all: boolean
}

/** For people: each broken session with its findings, counts, the worst finding, the next command. */
export function textWriter(output: Output, { all }: TextOptions): ReportWriter {
  const { line, style } = output
  const wanted = (report: SessionReport): boolean => all || report.findings.some(({ severity }) => severity !== 'info')
  let shown = 0
  let more = 0
  let disagreeing = 0
  return {
    start: () => Promise.resolve(),
    async session(report, prompt) {
      if (!wanted(report)) return
      if (!all && shown >= mostInFull) {
        more += 1
        return
      }
      shown += 1
      const status = report.status === 'broken' ? style('red', 'broken') : style('green', report.status)
      const project = report.project === undefined ? '' : `  ${report.project}`
      const when = report.modifiedAt.slice(0, 16).replace('T', ' ')
      await line(`${status}  ${style('bold', `${report.agent} ${shortId(report.id)}`)}  ${when}${project}`)
      // Masked before it is cut: half a token is not recognised any more.
      if (prompt !== undefined) await line(`  ${snippet(maskSecrets(prompt), 70)}`)
      await line(style('dim', `  ${report.path}`))
      for (const group of groups(report.findings)) await line(groupLine(group, output))
      if (report.next !== null) await line(`  next: ${style('cyan', report.next)}`)
      await line()
    },
    async audit({ report, ...store }) {
      const { status, summary, items } = report
      if (status === 'ok') return
      disagreeing += 1
      const { repairable, unsafe_to_repair } = summary
      const counts = `${repairable} repairable, ${unsafe_to_repair} to be looked at`
      await line(`${style('yellow', 'copies')}  ${style('bold', store.layout)}  ${counts}`)
      await line(style('dim', `  ${store.folder}`))
      for (const [kind, { length }] of Map.groupBy(items, (item) => item.kind))
        await line(`  ${kind}${length === 1 ? '' : ` ×${length}`}`)
      await line(`  next: ${style('cyan', auditCommandFor(store, repairable > 0 ? ['--repair-safe'] : []))}`)
      await line()
    },
    async end({ agents, broken, findings, next, sessions, worst }, searched = []) {
      tellUnreadable(output, searched)
      if (sessions === 0) return tellNothingFound(output, searched, 'doctor')
      if (more > 0) await line(`And ${counted(more, 'older session')} with findings: session-recovery doctor --all`)
      const width = Math.max(...agents.map(({ agent }) => agent.length))
      for (const each of agents) await line(countLine(each, width))
      if (!worst) {
        if (disagreeing === 0) await line(style('green', 'Nothing is wrong.'))
        else await line(`${counted(disagreeing, 'store')} whose copies disagree.`)
        return
      }
      const place = placeOf(worst.finding)
      await line(`${counted(broken, 'broken session')}, ${counted(findings, 'finding')}.`)
      await line(
        `Worst: ${style('red', worst.finding.type)} in ${shortId(worst.session)}${place === '' ? '' : `, ${place}`}: ${findingTitle(worst.finding)}.`,
      )
      if (next !== null) await line(`Next: ${style('cyan', next)}`)
    },
  }
}
