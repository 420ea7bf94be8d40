import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { agents } from '../../../src/agents/index.ts'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { findFormat } from '../../../src/formats/index.ts'
import { isRecord } from '../../../src/json/is-record.ts'
import { shortHash } from '../../../src/json/short-hash.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { storeFolders } from '../opencode/store-folders.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { codexPath } from '../subjects/codex-subject.ts'
import { geminiPath } from '../subjects/gemini-subject.ts'
import { opencodeId, opencodeRows, storeOpencode } from '../subjects/opencode-subject.ts'
import { plainSubjects } from '../subjects/plain-subjects.ts'
import { hermesSubject } from '../subjects/hermes-subject.ts'
import { toBytes, type Line } from '../subjects/store-lines.ts'
import { programs } from './lines-of-programs.ts'

/** The value with one part of it gone, or a number in its place. */
function* changesOf(value: unknown): Generator<unknown> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1)
      for (const changed of [7, ...changesOf(item)]) yield value.with(index, changed)
    }
  else if (isRecord(value))
    for (const [field, inner] of Object.entries(value)) {
      const { [field]: _gone, ...rest } = value
      yield rest
      for (const changed of [7, ...changesOf(inner)]) yield { ...value, [field]: changed }
    }
}

async function open(path: string): Promise<AgentSession> {
  utimesSync(path, new Date(0), new Date(0))
  for (const agent of agents) {
    const ref = await agent.recognise(path)
    if (ref) return agent.open(ref)
  }
  throw new TypeError('no agent knows it')
}

/** All that is read from a session, without what differs from run to run. */
function readingOf(session: AgentSession): unknown {
  const { evidence, findings, format, hostVersion, known, lastRefusal, messages, request, resume, rules } = session
  const places = messages.map((_, messageIndex) => [
    session.locate({ messageIndex }),
    session.locate({ messageIndex, blockIndex: 1 }),
  ])
  const outputs = ['call_1', 'call_2', 'toolu_1'].flatMap((id) => [
    evidence?.resultOf(id, 0),
    evidence?.resultOf(id, 1),
  ])
  return [messages, findings, format, hostVersion, known, lastRefusal, request, resume, rules, places, outputs]
}

/** What is written for edits; a database is written by its own contract. */
async function writingOf(session: AgentSession, edits: readonly Edit[]): Promise<unknown> {
  const { changes, writeTo } = session.plan(edits)
  const written: Buffer[] = []
  const quarantined: unknown[] = []
  await writeTo?.(
    async (bytes) => void written.push(Buffer.from(bytes)),
    async (damage) => void quarantined.push(damage.line),
  )
  return [changes, Buffer.concat(written).toString(), quarantined]
}

async function told(look: () => unknown): Promise<string> {
  try {
    return shortHash(JSON.stringify(await look()) ?? '')
  } catch (cause) {
    return `${(cause as Error).name} ${(cause as { code?: string }).code ?? ''}`
  }
}

/** One edit at each place, of each kind, and all of a kind at once. */
async function editLines(session: AgentSession): Promise<string[]> {
  const { messages } = session
  const { write } = findFormat(session.format)
  const shared = { because: [], loss: 'none' } as const
  const after = write.message('user', [write.text('added')])
  const spoken = write.message('assistant', [write.text('said', 'assistant')])
  const kinds: Readonly<Record<string, readonly Edit[]>> = {
    inserted: [...messages, null].map((_, index) => ({ op: 'insert', index, after, ...shared })),
    spoken: [...messages, null].map((_, index) => ({ op: 'insert', index, after: spoken, ...shared })),
    replaced: messages.map((before, index) => ({ op: 'replace', index, before, after: spoken, ...shared })),
    removed: messages.map((before, index) => ({ op: 'remove', index, before, ...shared })),
  }
  const lines = [`  as it is: ${await told(() => writingOf(session, []))}`]
  for (const [kind, edits] of Object.entries(kinds)) {
    const each = await Promise.all(edits.map((edit) => told(() => writingOf(session, [edit]))))
    lines.push(`  ${kind}: ${each.join(' ')}; all ${await told(() => writingOf(session, edits))}`)
  }
  return lines
}

const steady = (text: string, home: string): string => text.replaceAll(home, '~')

/** What is read where a record of a session has one of these contents, as one line. */
async function readingsOf(
  label: string,
  path: string,
  contents: Iterable<unknown>,
  store: (content: unknown) => void,
): Promise<string> {
  const readings: string[] = []
  for (const content of contents) {
    store(content)
    readings.push(await told(async () => readingOf(await open(path))))
  }
  return `  ${label}: ${readings.length} ${shortHash(readings.join())}`
}

/** A line gone, twice, behind the next one, and with each of its changes. */
function* changedLines(lines: readonly Line[], index: number): Generator<readonly Line[]> {
  yield lines.toSpliced(index, 1)
  yield lines.toSpliced(index, 0, lines[index]!)
  yield lines.toSpliced(index, 2, ...lines.slice(index, index + 2).toReversed())
  for (const changed of changesOf(lines[index])) yield lines.with(index, changed as Line)
}

function pathOf(home: string, program: string): string {
  if (program.startsWith('codex')) return codexPath(home)
  if (program === 'gemini-cli') return geminiPath(home)
  return join(home, '.claude/projects/-w/6f1c2a34-0000-4000-8000-000000000001.jsonl')
}

/** What is read and written of the sessions of each program is on record: `npx vitest run test/agents/recorded -u`. */
test.each(Object.entries(programs))(
  '%s: a line is read or written otherwise than is on record',
  async (program, lines) => {
    const home = tempFolder()
    const path = pathOf(home, program)
    mkdirSync(dirname(path), { recursive: true })
    const store = (content: unknown): void => writeFileSync(path, toBytes(content as readonly Line[]))
    const read: string[] = []
    for (const [index, { type = '' }] of lines.entries())
      read.push(await readingsOf(`line ${index + 1} ${String(type)}`, path, changedLines(lines, index), store))
    store(lines)
    const session = await open(path)
    const whole = [JSON.stringify(readingOf(session), null, 1), ...read, ...(await editLines(session))]
    await expect(steady(`${whole.join('\n')}\n`, home)).toMatchFileSnapshot(`./${program.replaceAll(/\W+/g, '-')}.txt`)
  },
)

test('opencode: a row is read or written otherwise than is on record', async () => {
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
      lines.push(await readingsOf(`${table} ${id}`, path, changesOf(whole), store))
      store(whole)
    }
  for (const session of [await open(path), await open(storeOpencode(home))])
    lines.push(JSON.stringify(readingOf(session)), ...(await editLines(session)))
  await expect(steady(`${lines.join('\n')}\n`, home)).toMatchFileSnapshot('./opencode.txt')
})

test('a document of messages is read or written otherwise than is on record', async () => {
  const lines: string[] = []
  for (const subject of [hermesSubject, ...plainSubjects]) {
    const home = tempFolder()
    const { path } = subject.store(home)
    const session = await open(path)
    lines.push(`# ${subject.agent.name} ${path.slice(home.length)}`, JSON.stringify(readingOf(session)))
    lines.push(...(await editLines(session)))
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./documents.txt')
})
