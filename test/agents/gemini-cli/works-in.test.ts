import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { worksIn } from '../../../src/agents/gemini-cli/works-in.ts'
import { tempFolder } from '../../files/temp-folder.ts'

const folder = '/home/ann/app'
const hash = createHash('sha256').update(folder).digest('hex')

test.each<
  [what: string, project: string, chat: string, parentId: string | undefined, root: string | null, is: boolean]
>([
  ['named by its hash', hash, 'chats/a.jsonl', undefined, null, true],
  ['named by the hash of another', hash.replace(/./, 'x'), 'chats/a.jsonl', undefined, null, false],
  ['with a short name', 'app', 'chats/a.jsonl', undefined, folder, true],
  ['with a short name, and a line end', 'app', 'chats/a.jsonl', undefined, `${folder}\n`, true],
  ['with the short name of another', 'app', 'chats/a.jsonl', undefined, `${folder}/deeper`, false],
  ['of a short name without its path', 'app', 'chats/a.jsonl', undefined, null, false],
  ['whose sub-agent writes', 'app', 'chats/a/b.jsonl', 'a', folder, true],
  ['whose hash is that of a sub-agent', hash, 'chats/a/b.jsonl', 'a', null, true],
  ['where the path stands one folder too deep', 'app', 'chats/a/b.jsonl', undefined, folder, false],
])('a project %s belongs to another program, or to none', async (_, project, chat, parentId, root, is) => {
  const home = join(tempFolder(), project)
  mkdirSync(home)
  if (root !== null) writeFileSync(join(home, '.project_root'), root)
  const place = {
    agent: 'gemini-cli',
    id: 'x',
    path: join(home, chat),
    project,
    ...(parentId && { parentId }),
  } as const
  expect(await worksIn(folder, place)).toBe(is)
})
