import { expect, test } from 'vitest'
import { shortHash } from '../../src/json/short-hash.ts'
import { detectError } from '../../src/repair/detect-error.ts'
import { readSamples } from './read-samples.ts'
import { textWrappers, objectWrappers } from './wrappers.ts'

/** What is read from an error, in one line; its text, which is long, as a hash. */
function lineOf(error: unknown): string {
  const detected = detectError(error)
  if (detected === null) return '-'
  const { text, type, ...rest } = detected
  return [type, ...Object.entries(rest).map(([name, value]) => `${name}=${String(value)}`), shortHash(text)].join(' ')
}

// A change on purpose: `npx vitest run test/detection/recorded -u`; read the difference before it is committed.
test('from an error something else is read than is on record', async () => {
  const own = readSamples('./wording-samples.jsonl')
  const wrappers = [...Object.values(textWrappers), ...Object.values(objectWrappers)]
  const wrapped = own.flatMap(({ error }, at) =>
    typeof error === 'string' ? [wrappers[at % wrappers.length]!(error)] : [],
  )
  const errors = [...own.map(({ error }) => error), ...wrapped]
  const lines = errors.map(lineOf)
  expect(lines.filter((line) => line === '-').length).toBeLessThan(lines.length / 10)
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./recorded.txt')
})
