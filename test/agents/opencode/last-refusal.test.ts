import { expect, test } from 'vitest'
import { opencode } from '../../../src/agents/opencode/opencode.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import {
  assistantData,
  change,
  opencodeId,
  opencodeRows,
  setData,
  storeOpencode,
} from '../subjects/opencode-subject.ts'
import type { Line } from '../subjects/store-lines.ts'

const body =
  '{"type":"error","error":{"type":"invalid_request_error","message":"messages.1.content.0: Invalid `signature` in `thinking` block"}}'

/** An error as 1.18 stores it in the row of the answer that did not come. */
const refused = (responseBody = body, statusCode = 400): Line =>
  assistantData({
    error: {
      name: 'APIError',
      data: { message: 'Invalid `signature`', statusCode, isRetryable: false, responseHeaders: {}, responseBody },
    },
  })

const [, prompt] = opencodeRows.message['msg_1']!

/** The fixture's session with further messages, each with a text part where one is given. */
async function refusalOf(...more: readonly (readonly [data: Line, text?: string])[]): Promise<unknown> {
  const path = storeOpencode(tempFolder())
  change(path, (database) => {
    for (const [at, [data, text]] of more.entries()) {
      const id = `msg_9${at}`
      database.prepare('INSERT INTO message VALUES (?, ?, 9, 12, ?)').run(id, opencodeId, JSON.stringify(data))
      if (text === undefined) continue
      const part = JSON.stringify({ type: 'text', text })
      database.prepare('INSERT INTO part VALUES (?, ?, ?, 9, 12, ?)').run(`prt_9${at}`, id, opencodeId, part)
    }
  })
  return (await opencode.open((await opencode.recognise(path))!)).lastRefusal
}

test('an error at the end is not read', async () => {
  expect(await refusalOf([prompt, 'go on'], [refused()])).toEqual({ says: body, record: { id: 'msg_91' }, atMs: 12 })
})

test('an error of the very first prompt is not read', async () => {
  const path = storeOpencode(tempFolder())
  change(path, (database) => database.exec(`DELETE FROM part; DELETE FROM message WHERE id <> 'msg_2'`))
  setData(path, 'message', 'msg_2', JSON.stringify(refused()))
  const session = await opencode.open((await opencode.recognise(path))!)
  expect(session.lastRefusal).toMatchObject({ record: { id: 'msg_2' } })
})

test('an error is forgotten for an attempt behind it that was cut before an answer', async () => {
  expect(await refusalOf([refused()], [prompt, 'go on'], [assistantData()])).toMatchObject({ record: { id: 'msg_90' } })
})

test('an overload behind an error hides it', async () => {
  expect(await refusalOf([refused()], [refused('{"error":{"message":"Overloaded"}}', 529)])).toMatchObject({
    record: { id: 'msg_90' },
  })
})

test.each([
  ['an answer behind it', [[refused()], [prompt, 'go on'], [assistantData(), 'Fine.']]],
  ['a quotation in a prompt', [[prompt, body]]],
  ['a quotation in an answer', [[assistantData(), body]]],
  ['another error', [[assistantData({ error: { name: 'UnknownError', data: { message: body } } })]]],
] satisfies [string, [Line, string?][]][])('an error counts in spite of %s, or because of it', async (_what, more) => {
  expect(await refusalOf(...more)).toBeUndefined()
})
