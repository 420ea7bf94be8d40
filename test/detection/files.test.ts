import { expect, test } from 'vitest'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const sentence = 'messages.0: all messages must have non-empty content except for the optional final assistant message'

/** Files of a program, as a traceback, a log and a stack name them. */
const places: Readonly<Record<string, (folder: string) => string>> = {
  'a traceback': (folder) =>
    `  File "/srv/${folder}/agent/run.py", line 53, in turn\n    raise failed\nBadRequestError: ${sentence}`,
  'a log': (folder) => `2026-01-01 10:00:00 ERROR /srv/${folder}/agent/run.py:12 - ${sentence}`,
  'a stack': (folder) => `/srv/${folder}/agent/run.js:12\n    throw failed\n    ^\n\nError: ${sentence}`,
}

const folders = 'tools model store stream container metadata thinking messages input contents system'.split(' ')

test.each(Object.entries(places))('a folder that is named like a part of a request hides an error: %s', (_, place) => {
  expect(folders.filter((folder) => detectErrorType(place(folder)) !== 'empty_content_message')).toEqual([])
})

test('a pointer into the body of another form is taken for a file', () => {
  expect(detectErrorType('400 /data/attributes/messages/0/content must be a string')).toBeNull()
})
