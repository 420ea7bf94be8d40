import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { type AuditOptions, openAudit } from '../../src/doctor/audit/audit-sessions.ts'
import { canonicalJson } from '../../src/json/canonical-json.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { told } from '../formats/told.ts'
import { hermesCases } from './hermes-cases.ts'
import { type Given, hermesScene, type Row } from './hermes-scene.ts'
import type { LayoutSubject, StoreFault } from './layouts/layout-subject.ts'
import { layoutSubjects } from './layouts/layout-subjects.ts'

const hourMs = 3_600_000

/** Without what is another one in each run: the folder, the time of the run, and checksums of what holds it. */
function steady(record: string, root: string): string {
  const isOfRun = (at: number): boolean => Math.abs(Date.now() - at) < hourMs
  return record
    .replaceAll(root, '~')
    .replaceAll(/\b\d{13}\b/g, (text) => (isOfRun(Number(text)) ? 'NOW' : text))
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (text) => (isOfRun(Date.parse(text)) ? 'NOW' : text))
    .replaceAll(/(\\"(?:crc|check|digest)\\":\s?\\")[^"\\]*/g, '$1...')
}

/** What an audit says of a store, and what its repair would write: `npx vitest run test/audit/recorded -u` records it anew. */
async function recordOf(title: string, root: string, options: AuditOptions): Promise<string> {
  const { report, plan, liveFiles } = await openAudit(options)
  const writes = await plan()
  const lines = [
    `# ${title}`,
    `${report.status} ${JSON.stringify(report.summary)} beside ${liveFiles.join(', ') || 'no files'}`,
    ...report.items.map((item) => `  ${canonicalJson(item)}`),
    ...writes.map(({ path, content, seen }) => {
      const text = Buffer.from(content).toString()
      const isText = !/[\0\ufffd]/.test(text)
      return `  ${seen === undefined ? 'new' : 'changed'} ${path}: ${isText ? JSON.stringify(steady(text, root).slice(0, 1_200)) : 'other bytes'}`
    }),
  ]
  return `${steady(lines.join('\n'), root)}\n\n`
}

/** What befalls a store together: a fault with two sessions, a fault of the whole beside one of a session, two faults with one session. */
function scenesOf({ faults }: LayoutSubject): readonly (readonly [fault: StoreFault, at: number][])[] {
  const single = faults.filter(({ whole }) => !whole)
  const [first] = single
  return [
    ...faults.map((fault): [StoreFault, number][] => [
      [fault.whole && first ? first : fault, 2],
      [fault, 1],
    ]),
    ...single.slice(1).map((fault, index): [StoreFault, number][] => [
      [single[index]!, 1],
      [fault, 1],
    ]),
  ]
}

test('what is found in a store, or would be written to it, is not what is on record', async () => {
  let record = ''
  // Journals take their time to be made; what is mended in them is proven byte by byte in the suite of their layout.
  for (const subject of layoutSubjects.filter(({ layout }) => layout !== 'journal'))
    for (const scene of scenesOf(subject)) {
      const { layout, make } = subject
      const root = join(tempFolder(), 'store')
      mkdirSync(root)
      const place = await make(root)
      for (const [fault, at] of scene)
        // What a former fault has taken away nothing more can befall.
        await Promise.resolve(told(() => fault.apply(root, at))).catch(() => null)
      const title = scene.map(([fault, at]) => `${fault.name} (${at})`).join(', ')
      record += await recordOf(`${layout}: ${title}`, dirname(root), { ...place, layout })
    }
  await expect(record).toMatchFileSnapshot('./recorded/layouts.txt')
})

/** Two cases in one folder, where the session of the other has another name. */
function together(own: Given, other: Given): Given {
  const renamed = JSON.parse(
    JSON.stringify(other)
      .replaceAll(/"(_turn_journal\/)?s(?=["~.])/g, '"$1z')
      .replaceAll(String.raw`\"s\"`, String.raw`\"z\"`),
  ) as Given
  return {
    ...renamed,
    ...own,
    files: { ...renamed.files, ...own.files },
    filesRaw: { ...renamed.filesRaw, ...own.filesRaw },
    filesB64: { ...renamed.filesB64, ...own.filesB64 },
  }
}

const submitted = (turn: string, at: number): string =>
  `${JSON.stringify({ event: 'submitted', turn_id: turn, session_id: 's', content: turn, role: 'user', created_at: at })}\n`
const rowOf = (content: string, timestamp: number, tool_calls: string | null = null): Row => ({
  id: timestamp,
  session_id: 's',
  role: 'user',
  content,
  timestamp,
  tool_calls,
})

const more: readonly { readonly id: string; readonly given: Given }[] = [
  {
    id: 'pending-of-two-shards',
    given: {
      files: { 's.json': { session_id: 's', messages: [] } },
      filesRaw: {
        '_turn_journal/s~7.jsonl': submitted('a', 1),
        '_turn_journal/s~8.jsonl': `${submitted('b', 2)}no event\n`,
      },
    },
  },
  {
    id: 'an-event-without-its-end',
    given: {
      files: { 's.json': { session_id: 's', messages: [] } },
      filesRaw: { '_turn_journal/s.jsonl': submitted('a', 1).trimEnd() },
    },
  },
  {
    id: 'rows-that-hold-json',
    given: {
      files: {},
      stateDb: {
        sessions: [{ id: 's', source: 'webui', title: '', workspace: 'w', model: '', started_at: 'then' }],
        messages: [
          rowOf('[{"type":"text","text":"a"},{"type":"image"}]', 5, '[{"id":"c"}]'),
          rowOf('[{"type":"text"},{"x":1}]', 9, '[{"id"'),
          rowOf('[{"type":"te', 7),
        ],
      },
    },
  },
]

test('what is found in folders of Hermes, or would be written to them, is not what is on record', async () => {
  let record = ''
  const filled = hermesCases.filter(({ given }) => Object.keys({ ...given.files, ...given.filesRaw }).length > 0)
  const beside = filled.map((own, at) => ({
    id: `${own.id}, beside ${filled.at(at - 1)!.id}`,
    given: together(own.given, filled.at(at - 1)!.given),
  }))
  for (const { id, given } of [...hermesCases, ...beside, ...more]) {
    const { folder, stateDb } = hermesScene(given)
    record += await recordOf(id, dirname(folder), { folder, stateDb })
  }
  await expect(record).toMatchFileSnapshot('./recorded/hermes-cases.txt')
})
