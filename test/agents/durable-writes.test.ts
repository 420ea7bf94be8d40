import { describe, expect, test } from 'vitest'
import { nodeFs } from '../../src/files/node-fs.ts'
import { undo } from '../../src/files/undo.ts'
import type { AgentUnderTest } from '../../src/testing/contracts/agent-cases/agent-under-test.ts'
import type { Edit } from '../../src/transcript/edit.ts'
import { lateFs } from '../files/late-fs.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { volatileFs } from '../files/volatile-fs.ts'
import { storeFolders } from './opencode/store-folders.ts'
import { agentSubjects } from './subjects/agent-subjects.ts'
import { opencodeMessages, opencodeSubject } from './subjects/opencode-subject.ts'

const folders: AgentUnderTest = {
  ...opencodeSubject,
  store: (home) => ({ ...opencodeSubject.store(home), path: storeFolders(home) }),
}
const last: Edit = { op: 'remove', index: 3, before: opencodeMessages[3], because: [], loss: 'lossy' }
const subjects = [...agentSubjects, folders, { ...folders, edits: [last] }].map((subject, at) => ({
  name: `${at} ${subject.agent.name}`,
  subject,
}))

describe.each(subjects)('$name', ({ subject: { agent, edits, store } }) => {
  test('a repair or its undo is over before it is durable, or asks for two things at once (I8)', async () => {
    const home = tempFolder()
    const { path } = store(home)
    const session = await agent.open((await agent.recognise(path))!)
    const disk = volatileFs(nodeFs)
    const late = lateFs(disk.fs)
    const options = { folder: `${home}/backups`, fs: late.fs, liveness: false, reason: 'test' } as const
    const asked = (): unknown => ({
      overlaps: late.overlaps,
      underWay: late.underWay(),
      open: late.openFiles(),
      // A lock is worth as much as its process.
      volatile: disk.volatile().filter((name) => !name.endsWith('.lock')),
    })
    const settled = { overlaps: [], underWay: 0, open: 0, volatile: [] }
    const { backupId } = await session.plan(edits).apply(options)
    expect(asked()).toEqual(settled)
    await undo(backupId, options)
    expect(asked()).toEqual(settled)
  })
})
