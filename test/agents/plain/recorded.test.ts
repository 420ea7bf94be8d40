import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../files/temp-folder.ts'
import { hermesSubject } from '../subjects/hermes-subject.ts'
import { plainSubjects } from '../subjects/plain-subjects.ts'
import type { Line } from '../subjects/store-lines.ts'
import { editLines, open, readingOf, testLines } from '../test-lines.ts'

test('a document of messages is read or written otherwise than is on record', async () => {
  const lines: string[] = []
  for (const subject of [hermesSubject, ...plainSubjects]) {
    const home = tempFolder()
    const { path } = subject.store(home)
    const session = await open(path)
    lines.push(`# ${subject.agent.name} ${path.slice(home.length)}`, JSON.stringify(readingOf(session)))
    lines.push(...(await editLines(session)))
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./recorded.txt')
})

testLines(plainSubjects[0]!.messages as readonly Line[], (home) => join(home, 'log.jsonl'), 'lines')
