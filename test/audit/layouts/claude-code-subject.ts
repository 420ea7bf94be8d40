import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LayoutSubject } from './layout-subject.ts'

const sessions = [1, 2, 3].map((each) => `bbbb000${each}-0000-4000-8000-000000000000`) as [string, string, string]
const timestamp = (second: number): string => `2026-11-21T08:00:0${second}.000Z`

const project = (root: string): string => join(root, 'projects', '-w')
const pathOf = (root: string, at: number): string => join(project(root), `${sessions[at]}.jsonl`)
const indexOf = (root: string): string => join(project(root), 'sessions-index.json')

function lineOf(sessionId: string, second: number, text: string): string {
  const role = second % 2 === 0 ? 'user' : 'assistant'
  return JSON.stringify({
    parentUuid: second === 0 ? null : `u${second - 1}`,
    isSidechain: false,
    type: role,
    message: { role, content: [{ type: 'text', text }] },
    uuid: `u${second}`,
    timestamp: timestamp(second),
    sessionId,
    version: '2.1.329',
    cwd: '/w',
  })
}

const transcript = (at: number, ...texts: string[]): string =>
  `${texts.map((text, second) => lineOf(sessions[at]!, second, text)).join('\n')}\n`

type Index = { entries: Record<string, unknown>[] }

function inIndex(root: string, change: (index: Index) => void): void {
  const index = JSON.parse(readFileSync(indexOf(root), 'utf8')) as Index
  change(index)
  writeFileSync(indexOf(root), JSON.stringify(index))
}

export const claudeCodeLayout: LayoutSubject = {
  layout: 'claude-code',
  sessions,
  make(root) {
    mkdirSync(project(root), { recursive: true })
    const entries = sessions.map((sessionId, at) => {
      writeFileSync(pathOf(root, at), transcript(at, 'a secret', 'an answer'))
      const fileMtime = Math.floor(statSync(pathOf(root, at)).mtimeMs)
      return {
        sessionId,
        fullPath: pathOf(root, at),
        fileMtime,
        messageCount: 2,
        modified: timestamp(1),
        customTitle: 'mine',
      }
    })
    writeFileSync(indexOf(root), JSON.stringify({ version: 1, entries, originalPath: '/w', ours: 'not' }))
    writeFileSync(join(project(root), 'only-a-summary.jsonl'), '{"type":"summary","summary":"a secret"}\n')
    writeFileSync(
      join(root, 'history.jsonl'),
      '{"display":"a secret","timestamp":1}\n{"display":"more","timestamp":2}\n',
    )
    return { folder: root }
  },
  faults: [
    {
      name: 'a session that the index does not list',
      finds: 'index_missing_entry',
      apply: (root, at) =>
        inIndex(root, (index) => (index.entries = index.entries.filter(({ sessionId }) => sessionId !== sessions[at]))),
    },
    {
      name: 'an entry from before the last messages',
      finds: 'stale_index',
      apply: (root, at) => {
        appendFileSync(pathOf(root, at), `${lineOf(sessions[at]!, 2, 'and now')}\n`)
        inIndex(root, ({ entries }) => (entries.find(({ sessionId }) => sessionId === sessions[at])!['fileMtime'] = 5))
      },
    },
    {
      name: 'an entry whose session is gone',
      finds: 'stale_index',
      apply: (root, at) => rmSync(pathOf(root, at)),
    },
    {
      name: 'an index that is cut off',
      finds: 'index_malformed',
      whole: true,
      apply: (root) => writeFileSync(indexOf(root), readFileSync(indexOf(root)).subarray(0, 90)),
    },
    {
      name: 'an index of another shape',
      finds: 'index_malformed',
      whole: true,
      apply: (root) => writeFileSync(indexOf(root), '{"entries":[{"id":1}]}'),
    },
    {
      name: 'a torn line in the history',
      finds: 'index_malformed_line',
      whole: true,
      apply: (root) => appendFileSync(join(root, 'history.jsonl'), '{"display":"a secr'),
    },
    {
      name: 'a transcript without a readable line',
      finds: 'malformed_live',
      unsafe: true,
      apply: (root, at) => {
        writeFileSync(pathOf(root, at), '{')
        inIndex(root, (index) => (index.entries = index.entries.filter(({ sessionId }) => sessionId !== sessions[at])))
      },
    },
    {
      name: 'the same session in two projects',
      finds: 'session_twice',
      unsafe: true,
      apply: (root, at) => {
        mkdirSync(join(root, 'projects', '-x'), { recursive: true })
        copyFileSync(pathOf(root, at), join(root, 'projects', '-x', `${sessions[at]}.jsonl`))
      },
    },
    {
      name: 'two sessions of one id that went apart',
      finds: 'diverged',
      unsafe: true,
      apply: (root, at) => {
        mkdirSync(join(root, 'projects', '-x'), { recursive: true })
        writeFileSync(
          join(root, 'projects', '-x', `${sessions[at]}.jsonl`),
          transcript(at, 'a secret', 'another', 'more'),
        )
      },
    },
    {
      name: 'sub-agents whose session is gone',
      finds: 'unknown_owner',
      unsafe: true,
      whole: true,
      apply: (root) => {
        const folder = join(project(root), 'cccc0001-0000-4000-8000-000000000000', 'subagents')
        mkdirSync(folder, { recursive: true })
        writeFileSync(join(folder, 'agent-1.jsonl'), transcript(0, 'a secret'))
      },
    },
  ],
  heldFile: (root) => pathOf(root, 0),
}
