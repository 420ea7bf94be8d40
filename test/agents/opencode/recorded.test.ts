import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../files/temp-folder.ts'
import { opencodeId, opencodeRows, storeOpencode } from '../subjects/opencode-subject.ts'
import { changesOf, editLines, open, readingOf, readingsOf, steady } from '../test-lines.ts'
import { storeFolders } from './store-folders.ts'

test('a row is read or written otherwise than is on record', async () => {
  const home = tempFolder()
  const path = storeFolders(home)
  const lines: string[] = []
  for (const [table, rows] of Object.entries(opencodeRows))
    for (const [id, [messageID, data]] of Object.entries(rows)) {
      // The answer and its steps are those of the message before it again.
      if (['msg_3', 'prt_6', 'prt_7', 'prt_8'].includes(id)) continue
      const [owner, ids] = table === 'part' ? [messageID, { messageID }] : [opencodeId, {}]
      const file = join(home, '.local/share/opencode/storage', table, owner, `${id}.json`)
      const store = (content: unknown): void => writeFileSync(file, JSON.stringify(content))
      const whole = { id, sessionID: opencodeId, ...ids, ...data }
      const bare = { id, sessionID: opencodeId, ...ids, type: data['type'], role: data['role'] }
      lines.push(await readingsOf(`${table} ${id}`, path, [bare, ...changesOf(whole)], store))
      store(whole)
    }
  for (const session of [await open(path), await open(storeOpencode(home))])
    lines.push(JSON.stringify(readingOf(session)), ...(await editLines(session)))
  await expect(steady(`${lines.join('\n')}\n`, home)).toMatchFileSnapshot('./recorded.txt')
})
