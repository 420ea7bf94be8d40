import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { agents } from '../../src/agents/index.ts'
import type { AgentSession } from '../../src/agents/agent.ts'
import { findFormat } from '../../src/formats/index.ts'
import { isRecord } from '../../src/json/is-record.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import type { Edit } from '../../src/transcript/edit.ts'
import { tempFolder } from '../files/temp-folder.ts'
import type { Line } from './subjects/store-lines.ts'

/** The value with one part of it gone, or a number in its place. */
export function* changesOf(value: unknown): Generator<unknown> {
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

/** Opens a session as the program that knows its file. */
export async function open(path: string): Promise<AgentSession> {
  utimesSync(path, new Date(0), new Date(0))
  for (const agent of agents) {
    const ref = await agent.recognise(path)
    if (ref) return agent.open(ref)
  }
  throw new TypeError('no agent knows it')
}

/** All that is read from a session, without what differs from run to run. */
export function readingOf(session: AgentSession): unknown {
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
export async function editLines(session: AgentSession): Promise<string[]> {
  const { messages } = session
  const { write } = findFormat(session.format)
  const shared = { because: [], loss: 'none' } as const
  const after = write.message('user', [write.text('added')])
  const spoken = write.message('assistant', [write.text('said', 'assistant')])
  const blocks = { role: 'assistant', content: [{ type: 'text', text: 'said' }] }
  const kinds: Readonly<Record<string, readonly Edit[]>> = {
    bare: messages.map((before, index) => ({
      op: 'replace',
      index,
      before,
      after: { role: 'user', content: 'bare' },
      ...shared,
    })),
    blocks: messages.map((before, index) => ({ op: 'replace', index, before, after: blocks, ...shared })),
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

export const steady = (text: string, home: string): string => text.replaceAll(home, '~')

/** What is seen where a session has one of these contents, as one line. */
export async function readingsOf(
  label: string,
  path: string,
  contents: Iterable<unknown>,
  store: (content: unknown) => void,
  look: (session: AgentSession) => unknown = (session) => [readingOf(session), session.plan([]).changes],
): Promise<string> {
  const readings: string[] = []
  for (const content of contents) {
    store(content)
    readings.push(await told(async () => look(await open(path))))
  }
  return `  ${label}: ${readings.length} ${shortHash(readings.join())}`
}

/** The file with one line gone, twice, behind the next one, cut off, begun twice, glued to the next one, or with other endings. */
function* broken(lines: readonly string[], index: number): Generator<string> {
  const line = lines[index]!
  const next = lines[index + 1] ?? ''
  const half = line.slice(0, line.length / 2)
  for (const instead of [[], [line, line], [half], [line.slice(0, -3)], [half + line], [`${line}\u0000`]])
    yield `${lines.toSpliced(index, 1, ...instead).join('\n')}\n`
  for (const instead of [[next, line], [line + next]]) yield `${lines.toSpliced(index, 2, ...instead).join('\n')}\n`
  yield `${lines.slice(0, index + 1).join('\n')}\n${lines.slice(index + 1).join('\r\n')}`
}

/** What is read and written of a session of lines is on record: `npx vitest run test/agents -t "on record" -u`. */
export function testLines(lines: readonly Line[], pathIn: (home: string) => string, name = 'recorded'): void {
  test(`a line is read or written otherwise than is on record (${name})`, async () => {
    const home = tempFolder()
    const path = pathIn(home)
    mkdirSync(dirname(path), { recursive: true })
    const store = (content: unknown): void => writeFileSync(path, content as string)
    const texts = lines.map((line) => JSON.stringify(line))
    const written = async (session: AgentSession): Promise<unknown> => [
      readingOf(session),
      await writingOf(session, []),
    ]
    const read: string[] = []
    for (const [index, line] of lines.entries()) {
      const label = `line ${index + 1} ${String(line['type'] ?? '')}`
      const changed = Array.from(changesOf(line), (each) => texts.with(index, JSON.stringify(each)).join('\n'))
      read.push(await readingsOf(label, path, changed, store))
      read.push(await readingsOf(`${label}, broken`, path, broken(texts, index), store, written))
    }
    store(`${texts.join('\n')}\n`)
    const session = await open(path)
    const whole = [JSON.stringify(readingOf(session), null, 1), ...read, ...(await editLines(session))]
    await expect(steady(`${whole.join('\n')}\n`, home)).toMatchFileSnapshot(`./${name}.txt`)
  })
}
