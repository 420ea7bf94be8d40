import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { AgentSession } from '../../../src/agents/agent.ts'
import { openPlain, type OpenPlainOptions } from '../../../src/agents/plain/open-plain.ts'
import { plain } from '../../../src/agents/plain/plain.ts'
import type { Edit } from '../../../src/transcript/edit.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { bytesOf } from '../bytes-of.ts'
import { growthOf, mostGrowth } from '../../growth-of.ts'

const shared = { because: [], loss: 'none' } as const
const messages = [
  { role: 'user', content: 'a ], } \\" b' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] },
]

async function openText(text: string, options?: OpenPlainOptions): Promise<AgentSession> {
  const path = join(tempFolder(), 'file')
  writeFileSync(path, text)
  return openPlain((await plain.recognise(path))!, options)
}

const layouts: Readonly<Record<string, string>> = {
  'an array on one line': JSON.stringify(messages),
  'an array with white space': ` [ ${messages.map((each) => JSON.stringify(each)).join(' ,\n ')} ]\n`,
  'an indented body': JSON.stringify({ max_tokens: 5, system: '[', messages, tools: [{ a: 1.0 }] }, null, 4),
  'a byte order mark': `\uFEFF${JSON.stringify(messages)}`,
}

for (const [what, text] of Object.entries(layouts))
  test(`${what} is changed outside of its edit`, async () => {
    const session = await openText(text)
    expect(session.messages).toEqual(messages)
    expect(await bytesOf(session)).toBe(text)
    const edit: Edit = { op: 'remove', index: 0, before: messages[0], ...shared }
    const removed = await bytesOf(session, [edit])
    expect((await openText(removed)).messages).toEqual(messages.slice(1))
    const start = text.indexOf('[', text.indexOf('messages') + 1)
    expect(removed.startsWith(text.slice(0, start + 1))).toBe(true)
    expect(text.endsWith(removed.slice(-20))).toBe(true)
    const emptied = await bytesOf(
      session,
      messages.map((before, index) => ({ op: 'remove', index, before, ...shared })),
    )
    expect((await openText(emptied, { format: 'openai-chat' })).messages).toEqual([])
  })

test('an added message stands on one line between indented ones', async () => {
  const session = await openText(JSON.stringify(messages, null, 2))
  const added = { role: 'user', content: 'more' }
  const bytes = await bytesOf(session, [{ op: 'insert', index: 1, after: added, ...shared }])
  expect(bytes).toBe(JSON.stringify([messages[0], added, messages[1]], null, 2))
})

test('a document that breaks off loses whole messages, or the rest is not told', async () => {
  for (const text of [JSON.stringify(messages), JSON.stringify({ max_tokens: 5, system: 'x', messages })])
    for (let at = text.indexOf('tool_use'); at < text.length; at += 1) {
      const session = await openText(text.slice(0, at), { format: 'anthropic-messages' })
      expect(session.messages).toEqual(messages.slice(0, session.messages.length))
      expect(session.messages.length).toBeGreaterThan(0)
      expect(session.findings).toMatchObject([{ code: 'damaged_line', detail: { reason: 'torn' } }])
      const taken: string[] = []
      const chunks: string[] = []
      await session.plan([]).writeTo!(
        async (bytes) => void chunks.push(Buffer.from(bytes).toString()),
        async ({ bytes, ...entry }) => {
          const offset = Buffer.byteLength(text.slice(0, at)) - bytes.length
          expect(entry).toEqual({ kind: 'damaged', reason: 'torn', ending: 'none', line: 1, offset })
          taken.push(Buffer.from(bytes).toString())
        },
      )
      const again = await openText(chunks.join(''), { format: 'anthropic-messages' })
      expect(again.findings).toEqual([])
      expect(again.messages).toEqual(session.messages)
      expect(text.slice(0, at).endsWith(taken.join(''))).toBe(true)
    }
})

test.each([
  ['messages', 'openai-chat', messages],
  ['input', 'openai-responses', [{ type: 'message', role: 'user', content: 'hi' }]],
  ['contents', 'gemini', [{ role: 'user', parts: [{ text: 'hi' }] }]],
] as const)(
  'a body with its %s is read in another format, or without its other fields',
  async (field, format, list) => {
    const session = await openText(JSON.stringify({ model: 'm', [field]: list }), { format })
    expect([session.messages, session.request]).toEqual([list, expect.objectContaining({ model: 'm' })])
    expect(session.request).not.toHaveProperty(field)
    expect((await openText(JSON.stringify({ model: 'm', other: list }), { format })).messages).toEqual([])
  },
)

test('a format is guessed, or the given one is not taken', async () => {
  const text = JSON.stringify([{ role: 'user', content: 'hi' }])
  const candidates = expect.arrayContaining(['openai-chat', 'anthropic-messages'])
  await expect(openText(text)).rejects.toMatchObject({ code: 'unsure_format', candidates })
  expect((await openText(text, { format: 'ai-sdk' })).format).toBe('ai-sdk')
})

test('content from a pipe cannot be read, or is written somewhere', async () => {
  for (const text of [JSON.stringify(messages), messages.map((each) => `${JSON.stringify(each)}\n`).join('')]) {
    const ref = { agent: 'file', id: '-', path: '-', sizeBytes: 0, modifiedMs: 0 } as const
    const session = await openPlain(ref, { bytes: Buffer.from(text) })
    expect(session.messages).toEqual(messages)
    expect(await bytesOf(session)).toBe(text)
    await expect(session.plan([]).apply({ reason: 'x' })).rejects.toMatchObject({ code: 'not_a_file' })
  }
})

test('a file that is gone, or a folder, is a conversation or a defect', async () => {
  const ref = { agent: 'file', id: 'x', sizeBytes: 0, modifiedMs: 0 } as const
  const folder = tempFolder()
  await expect(openPlain({ ...ref, path: join(folder, 'gone') })).rejects.toMatchObject({ code: 'not_found' })
  await expect(openPlain({ ...ref, path: folder })).rejects.toMatchObject({ code: 'not_a_file' })
})

test('the line of a message is another one, or to be told it of many a long document is searched as often', async () => {
  const content = Array.from({ length: 50 }, (_, index) => ({ type: 'text', text: `part ${index}` }))
  const sessionOf = (count: number): ReturnType<typeof openText> => {
    const many = Array.from({ length: count }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
    }))
    return openText(JSON.stringify(many, null, 2), { format: 'anthropic-messages' })
  }
  const sessions = new Map([
    [250, await sessionOf(250)],
    [1000, await sessionOf(1000)],
  ])
  const linesOf = (count: number): unknown[] =>
    Array.from({ length: count }, (_, messageIndex) => {
      return sessions.get(count)!.locate({ messageIndex, blockIndex: 0 })[0]?.line
    })
  expect(growthOf((count) => () => linesOf(count), 250)).toBeLessThanOrEqual(mostGrowth)
  // Four lines around the parts, of four lines each.
  expect(linesOf(1000)).toEqual(Array.from({ length: 1000 }, (_, index) => 2 + index * (5 + 4 * content.length)))
})
