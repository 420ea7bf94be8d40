import { badness, worstOf, type ReportedFinding, type SessionReport } from './reported-finding.ts'

/** Counts of one agent. */
export interface AgentCount {
  readonly agent: string
  sessions: number
  broken: number
  unknown: number
}

/** The outcome of a whole run. */
export interface DoctorSummary {
  readonly sessions: number
  readonly broken: number
  readonly unknown: number
  readonly findings: number
  readonly byType: Readonly<Record<string, number>>
  readonly agents: readonly AgentCount[]
  readonly worst: { readonly session: string; readonly path: string; readonly finding: ReportedFinding } | null
  readonly next: string | null
}

/** Adds reports up without keeping them. */
export class SummaryBuilder {
  readonly #agents = new Map<string, AgentCount>()
  readonly #byType = new Map<string, number>()
  #findings = 0
  #worst: { readonly report: SessionReport; readonly finding: ReportedFinding; readonly errors: number } | undefined

  add(report: SessionReport): void {
    let count = this.#agents.get(report.agent)
    if (!count) this.#agents.set(report.agent, (count = { agent: report.agent, sessions: 0, broken: 0, unknown: 0 }))
    count.sessions += 1
    if (report.status !== 'healthy') count[report.status] += 1
    for (const { type, severity } of report.findings) {
      this.#byType.set(type, (this.#byType.get(type) ?? 0) + 1)
      if (severity === 'error') this.#findings += 1
    }
    const worst = worstOf(report.findings)
    if (!worst || worst.severity !== 'error') return
    // Among equals the one with most to repair; the first of these is the newest.
    const errors = report.findings.filter(({ severity }) => severity === 'error').length
    const former = this.#worst
    const order = former ? badness(worst) - badness(former.finding) || errors - former.errors : 1
    if (order > 0) this.#worst = { report, finding: worst, errors }
  }

  build(): DoctorSummary {
    const agents = [...this.#agents.values()]
    const sum = (key: 'sessions' | 'broken' | 'unknown'): number => agents.reduce((total, each) => total + each[key], 0)
    const worst = this.#worst
    return {
      sessions: sum('sessions'),
      broken: sum('broken'),
      unknown: sum('unknown'),
      findings: this.#findings,
      byType: Object.fromEntries(this.#byType),
      agents,
      worst: worst ? { session: worst.report.id, path: worst.report.path, finding: worst.finding } : null,
      next: worst?.report.next ?? null,
    }
  }
}
