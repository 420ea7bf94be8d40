import { createHash, randomUUID } from 'node:crypto'
import type { SessionReport } from '../check/reported-finding.ts'
import { withoutNames } from './without-names.ts'

/** The parts of a report that may hold names. */
type Named = Pick<SessionReport, 'id' | 'path' | 'project' | 'parentId' | 'findings' | 'next'>

/** Replaces what identifies a user or a project, or keeps it. */
export interface Redactor {
  readonly active: boolean
  /** A text of the conversation. */
  text(text: string): string
  /** A path, an id, a name: equal ones stay equal. */
  name(name: string): string
  /** A JSON value: its shape stays. */
  value(value: unknown): unknown
  report<Report extends Named>(report: Report): Report
}

/** Fields whose values name a kind (a role, a type), never content: they are not hidden. */
const structural: ReadonlySet<string> = new Set([
  'type',
  'role',
  'status',
  'media_type',
  'mimeType',
  'stop_reason',
  'model',
  'format',
])

/** `id`, `tool_use_id`, `callId`, `sessionID`, `parentUuid`: not `valid`, which only ends so. */
const idField = /(?:^|[_-])(?:uu)?id$|[a-z](?:Uu)?Id$|(?:^|[a-z_])(?:UU)?ID$|[a-z]Uuid$/

const identifier = /^[\w.:/-]{1,64}$/

const shown: Redactor = {
  active: false,
  text: (text) => text,
  name: (name) => name,
  value: (value) => value,
  report: (report) => report,
}

/** Details that are words of this library; all others may be names or ids of the user. */
const ownWords: ReadonlySet<string> = new Set([
  'evidence',
  'reason',
  'kind',
  'role',
  'code',
  'field',
  'version',
  'format',
  'table',
  'problem',
  'restored',
  'status',
])

function hidden(): Redactor {
  // A salt of this run: equal texts can be seen to be equal, and none can be guessed from a list of likely ones.
  const salt = randomUUID()
  const digest = (text: string): string => createHash('sha256').update(salt).update(text).digest('hex').slice(0, 8)
  const name = (text: string): string => `#${digest(text)}`
  const text = (value: string): string => {
    // White space and odd characters are kept, since many faults concern them.
    if (value.trim() === '') return value
    const end = /\s$/.test(value) ? ', ends in space' : ''
    const odd = value.isWellFormed() ? '' : ', lone surrogate'
    return `[${value.length} chars #${digest(value)}${end}${odd}]`
  }
  const value = (raw: unknown, key = ''): unknown => {
    if (typeof raw === 'string') {
      if (structural.has(key) && identifier.test(raw)) return raw
      if (idField.test(key)) return raw === '' ? '' : name(raw)
      return text(raw)
    }
    if (Array.isArray(raw)) return raw.map((each) => value(each, key))
    if (typeof raw !== 'object' || raw === null) return raw
    // Arguments of a tool: their names may be the user's own.
    const keys = key === 'input' || key === 'arguments' || key === 'args' ? name : (each: string): string => each
    return Object.fromEntries(Object.entries(raw).map(([field, each]) => [keys(field), value(each, field)]))
  }
  return {
    active: true,
    text,
    name,
    value,
    report: (report) => ({
      ...report,
      id: name(report.id),
      path: name(report.path),
      ...(report.project !== undefined && { project: name(report.project) }),
      ...(report.parentId !== undefined && { parentId: name(report.parentId) }),
      findings: report.findings.map((finding) => ({
        ...finding,
        ...(finding.record !== undefined && { record: name(finding.record) }),
        detail: Object.fromEntries(
          Object.entries(finding.detail).map(([key, each]) => [
            key,
            typeof each === 'string' && !ownWords.has(key) ? name(each) : each,
          ]),
        ),
      })),
      next: report.next === null ? null : withoutNames(report.next, report, name),
    }),
  }
}

export function createRedactor(active: boolean): Redactor {
  return active ? hidden() : shown
}
