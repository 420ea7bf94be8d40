import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assistant, call, result, text, toBytes, user, type Line } from '../agents/claude-code/transcript.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** Ids of the sessions that the tests store. */
export const ids = {
  healthy: 'aaaa0001-0000-4000-8000-000000000001',
  missing: 'bbbb0002-0000-4000-8000-000000000002',
  torn: 'cccc0003-0000-4000-8000-000000000003',
  image: 'dddd0004-0000-4000-8000-000000000004',
} as const

/** Text of the conversation that no report may show. */
export const privateText = 'the owner of this text is Ada'
export const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz'

const owned = (id: string, lines: readonly Line[]): Line[] => lines.map((line) => ({ ...line, sessionId: id }))

export const healthySession = (id: string = ids.healthy): Line[] =>
  owned(id, [
    user('u1', null, privateText),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    user('r1', 'a1', [result('toolu_1')]),
    assistant('a2', 'r1', 'msg_2', text('Done.'), 0),
  ])

/** The second of two parallel calls has no result. */
export const missingResult = (id: string = ids.missing): Line[] =>
  owned(id, [
    user('u1', null, `${privateText} <script>alert(1)</script> key ${secret}`),
    assistant('a1', 'u1', 'msg_1', call('toolu_1'), 0),
    assistant('a2', 'a1', 'msg_1', call('toolu_2'), 1),
    user('r1', 'a1', [result('toolu_1')]),
    user('u2', 'a2', 'go on'),
    assistant('a3', 'u2', 'msg_2', text('On it.'), 0),
    user('u3', 'a3', 'and now?'),
  ])

/** A half-written line between whole ones. */
export function tornSession(id: string = ids.torn): Buffer {
  const [first, ...rest] = healthySession(id)
  return Buffer.concat([toBytes([first!]), Buffer.from('{"parentUuid":"u1","type":"assis\n'), toBytes(rest)])
}

/** An image that is none: only consent replaces it. */
export const brokenImage = (id: string = ids.image): Line[] =>
  owned(id, [
    user('u1', null, [
      { type: 'text', text: 'what is this?' },
      {
        type: 'image',
        source: { type: 'base64', media_type: 'image/png', data: Buffer.from('no image').toString('base64') },
      },
    ]),
    assistant('a1', 'u1', 'msg_1', text('I cannot see it.'), 0),
    user('u2', 'a1', 'try again'),
  ])

/** Long before any test: not a session in use. */
const old = new Date('2026-11-01T00:00:00Z')

export interface StoreOptions {
  /** Instead of `.claude` in the home. */
  readonly config?: string
  readonly project?: string
  readonly modified?: Date
}

/** Stores a session where Claude Code would; its path. */
export function storeClaude(
  home: string,
  id: string,
  content: readonly Line[] | Buffer,
  options: StoreOptions = {},
): string {
  const folder = join(options.config ?? join(home, '.claude'), 'projects', options.project ?? '-home-ada-app')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${id}.jsonl`)
  writeFileSync(path, Buffer.isBuffer(content) ? content : toBytes(content as readonly Line[]))
  utimesSync(path, options.modified ?? old, options.modified ?? old)
  return path
}

export interface ClaudeHome {
  readonly home: string
  readonly paths: Readonly<Record<keyof typeof ids, string>>
}

/** A home with a healthy session, one without a result, a torn one, and one with a bad image. */
export function claudeHome(): ClaudeHome {
  const home = tempFolder()
  return {
    home,
    paths: {
      healthy: storeClaude(home, ids.healthy, healthySession()),
      missing: storeClaude(home, ids.missing, missingResult()),
      torn: storeClaude(home, ids.torn, tornSession()),
      image: storeClaude(home, ids.image, brokenImage()),
    },
  }
}

/** Content and modification time of every file below a folder. */
export function snapshot(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names.flatMap((name) => {
      const path = join(folder, name)
      const stats = statSync(path)
      return stats.isFile() ? [[name, `${stats.mtimeMs} ${readFileSync(path).toString('base64')}`] as const] : []
    }),
  )
}
