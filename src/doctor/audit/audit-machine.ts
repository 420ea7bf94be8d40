import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import type { AgentEnvironment } from '../../agents/agent.ts'
import { claudeFolder } from '../../agents/claude-code/discover.ts'
import { codexFolder } from '../../agents/codex/discover.ts'
import { hermesFolder } from '../../agents/hermes-webui/hermes-webui.ts'
import { opencodeFolder } from '../../agents/opencode/discover.ts'
import { fileWorkCode } from '../../files/file-work-error.ts'
import { auditItem, auditReport, type AuditReport } from './audit-item.ts'
import type { LayoutName } from './audit-layout.ts'
import { auditSessions } from './audit-sessions.ts'

/** The store of one agent program, and the comparison of its copies. */
export interface StoreAudit {
  readonly layout: LayoutName
  readonly folder: string
  readonly stateDb?: string
  readonly report: AuditReport
}

type Place = Pick<StoreAudit, 'folder' | 'stateDb'>

/** The folders of the stores whose copies can be compared. */
const places: readonly (readonly [LayoutName, (environment: AgentEnvironment) => Place])[] = [
  ['claude-code', (environment) => ({ folder: claudeFolder(environment) })],
  ['codex', (environment) => ({ folder: codexFolder(environment) })],
  [
    'opencode',
    (environment) => {
      const named = environment.env['OPENCODE_DB']
      const folder = opencodeFolder(environment)
      return { folder, ...(named && { stateDb: isAbsolute(named) ? named : join(folder, named) }) }
    },
  ],
  [
    'hermes-webui',
    (environment) => {
      const folder = hermesFolder(environment)
      const stateDb = join(environment.env['HERMES_HOME'] || dirname(dirname(folder)), 'state.db')
      return { folder, ...(existsSync(stateDb) && { stateDb }) }
    },
  ],
]

/** A store that cannot be read is one finding, and does not stop the look at the others. */
async function auditPlace(layout: LayoutName, place: Place): Promise<AuditReport> {
  try {
    return await auditSessions({ layout, ...place })
  } catch (cause) {
    return auditReport([auditItem('malformed_live', '', {}, { code: fileWorkCode(cause) })], [])
  }
}

/** Audits the stores of these agents on this machine, one after the other; no agents: all of them. Stores that are not there are left out. */
export async function* auditMachine(
  environment: AgentEnvironment,
  agents: readonly string[],
): AsyncGenerator<StoreAudit> {
  for (const [layout, placeOf] of places) {
    if (agents.length > 0 && !agents.includes(layout)) continue
    const place = placeOf(environment)
    if (existsSync(place.folder)) yield { layout, ...place, report: await auditPlace(layout, place) }
  }
}
