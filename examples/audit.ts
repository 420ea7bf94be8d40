/** Two copies of a session disagree: look, repair what is safe, take it back. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditSessions, repairSafe } from 'session-recovery/audit'

const root = await mkdtemp(join(tmpdir(), 'audit-'))
const messages = [
  { role: 'user', content: 'hello' },
  { role: 'assistant', content: 'hi' },
]
await writeFile(join(root, 's.json'), JSON.stringify({ session_id: 's', messages: [] }))
await writeFile(join(root, 's.json.bak'), JSON.stringify({ session_id: 's', messages }))

const { status, items } = await auditSessions({ folder: root })
console.log(
  status,
  items.map(({ kind, recommendation }) => `${kind} -> ${recommendation}`),
)

const { clean, repaired, undo } = await repairSafe({
  folder: root,
  apply: true,
  backups: { folder: join(root, 'kept') },
})
console.log({ clean, repaired })
await undo()
console.log('taken back:', (await auditSessions({ folder: root })).status)
await rm(root, { recursive: true })
