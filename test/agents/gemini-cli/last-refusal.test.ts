import { expect, test } from 'vitest'
import { geminiCli } from '../../../src/agents/gemini-cli/gemini-cli.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { geminiLines, geminiPath, header, patch, said, spoken, toolCall } from '../subjects/gemini-subject.ts'
import { storeLines, type Line } from '../subjects/store-lines.ts'

/** As the terminal of 0.61 shows a refusal, and keeps what it shows. */
const words =
  '[API Error: Please ensure that function response turn comes immediately after a function call turn. (Status: INVALID_ARGUMENT)]'
const shown = (id: string, content: unknown = words, type = 'error'): Line => said(id, content, { type })
const overload = shown('e9', '[API Error: The model is overloaded. (Status: UNAVAILABLE)]')

async function refusalIn(lines: readonly Line[]): Promise<unknown> {
  const path = geminiPath(tempFolder())
  storeLines(path, lines)
  return (await geminiCli.open((await geminiCli.recognise(path))!)).lastRefusal
}

const turn = [...geminiLines, said('u2', 'go on')]

test('an error at the end is not read', async () => {
  const atMs = Date.parse('2026-11-21T08:00:00.000Z')
  expect(await refusalIn([...turn, shown('e1')])).toEqual({ says: words, record: { line: 9, id: 'e1' }, atMs })
})

test('an error of the very first prompt is not read', async () => {
  expect(await refusalIn([header, said('u1', 'go'), shown('e1')])).toMatchObject({ record: { line: 3 } })
})

test('of two errors the older one counts, or an overload behind them hides both', async () => {
  const more = [shown('e1'), said('u3', 'again'), shown('e2'), overload, patch]
  expect(await refusalIn([...turn, ...more])).toMatchObject({ record: { id: 'e2' } })
})

test.each([
  ['an answer behind it', [shown('e1'), spoken('m3', 'Done.')]],
  ['a call behind it', [shown('e1'), spoken('m3', '', { toolCalls: [toolCall('c2')] })]],
  ['a rewind to before it', [shown('e1'), { $rewindTo: 'u2' }]],
  ['a quotation in a prompt', [said('u3', words)]],
  ['a quotation in a notice', [shown('e1', words, 'info')]],
  ['a content without words', [shown('e1', [{ text: words }])]],
  ['an overload', [overload]],
])('an error counts in spite of %s, or because of it', async (_what, lines) => {
  expect(await refusalIn([...turn, ...lines])).toBeUndefined()
})

test('an answer that was begun and brought nothing takes the error back', async () => {
  expect(await refusalIn([...turn, shown('e1'), spoken('m3', '')])).toMatchObject({ record: { id: 'e1' } })
})
