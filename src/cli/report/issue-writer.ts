import { arch, platform, release } from 'node:os'
import { version as nodeVersion } from 'node:process'
import type { ReportedFinding, SessionReport } from '../../doctor/check/reported-finding.ts'
import type { StoreAudit } from '../../doctor/audit/audit-machine.ts'
import { version } from '../../doctor/version.ts'
import type { Output } from '../output/output.ts'
import type { ReportWriter } from './report-writer.ts'

/** Versions and format names come from files: only values that look like one are shown. */
const plainWord = /^[\w.+-]{1,40}$/
const word = (text: string | undefined): string => (text !== undefined && plainWord.test(text) ? text : '-')

/** The block or field inside the message, and the line. The message's number is left out, since it differs between reports of one fault. */
function placeOf({ at, level, line }: ReportedFinding): string {
  if (at === null) return line === undefined ? level : `${level}, line`
  return [at.field, at.blockIndex === undefined ? '' : 'block'].filter(Boolean).join(', ') || level
}

/** The finding in the library's own words; `detail` may hold content, which stays out. */
function wordsOf({ detail }: ReportedFinding): string {
  const told = ['reason', 'problem', 'status', 'evidence'].flatMap((name) => {
    const value = detail[name]
    return typeof value === 'string' && plainWord.test(value) ? [`${name}=${value}`] : []
  })
  return told.join(' ') || '-'
}

/** Rows that are equal are one row with a count. */
class Table {
  readonly #rows = new Map<string, { readonly cells: readonly string[]; count: number }>()
  readonly #heads: readonly string[]

  constructor(heads: readonly string[]) {
    this.#heads = heads
  }

  add(...cells: readonly string[]): void {
    const key = JSON.stringify(cells)
    const row = this.#rows.get(key)
    if (row) row.count += 1
    else this.#rows.set(key, { cells, count: 1 })
  }

  lines(): string[] {
    if (this.#rows.size === 0) return ['none']
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
    const heads = [...this.#heads, 'count']
    const rows = [...this.#rows.values()].map(({ cells, count }) => line([...cells, String(count)]))
    return [line(heads), line(heads.map(() => '---')), ...rows]
  }
}

/**
 * Markdown for an issue: versions, types of faults, places, kinds and counts, and nothing that a session, a path or a person has
 * put into them (I12). Whoever sends it can read all of it first.
 */
export function issueWriter({ line }: Output): ReportWriter {
  const sessions = new Table(['agent', 'version', 'format', 'status'])
  const findings = new Table(['agent', 'version', 'type', 'severity', 'place', 'repair', 'detail'])
  const copies = new Table(['layout', 'kind', 'category', 'recommendation', 'because', 'copies'])
  const addFinding = ({ agent, hostVersion }: SessionReport, finding: ReportedFinding): void => {
    const { type, severity, loss } = finding
    findings.add(agent, word(hostVersion), type, severity, placeOf(finding), loss ?? 'none known', wordsOf(finding))
  }
  return {
    start: () => Promise.resolve(),
    async session(report) {
      sessions.add(report.agent, word(report.hostVersion), word(report.format), report.status)
      for (const finding of report.findings) addFinding(report, finding)
    },
    async audit({ layout, report }: StoreAudit) {
      for (const { kind, category, recommendation, because, copies: places } of report.items)
        copies.add(
          layout,
          kind,
          category,
          recommendation,
          typeof because === 'string' ? word(because) : '-',
          Array.isArray(places) ? places.map(word).join(', ') : '-',
        )
    },
    async end() {
      const system = `${platform()} ${word(release())} ${arch()}`
      await line('## session-recovery report')
      await line()
      await line(`session-recovery ${version}, Node.js ${nodeVersion}, ${system}`)
      for (const [title, table] of Object.entries({ Sessions: sessions, Findings: findings, Copies: copies })) {
        await line()
        await line(`### ${title}`)
        await line()
        for (const each of table.lines()) await line(each)
      }
    },
  }
}
