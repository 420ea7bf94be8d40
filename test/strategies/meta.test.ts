import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultsPage } from '../../scripts/docs/faults-page.ts'
import { withFaultRows } from '../../scripts/docs/readme-rows.ts'
import { detectError } from '../../src/repair/detect-error.ts'
import { faultMetas } from '../../src/strategies/fault-metas.ts'
import { strategies } from '../../src/strategies/index.ts'

const metas = Object.entries(faultMetas)

test.each(metas)('the sentence that stands for %s is not recognised as one', (type, { says }) => {
  expect(detectError(new Error(says))?.type).toBe(type)
})

test.each(metas)(
  'the guide of %s lacks a text, or its link is none',
  (_, { link, mayLose, meaning, repair, title }) => {
    for (const text of [title, meaning, repair, mayLose ?? 'nothing']) expect(text).toMatch(/^(?!FILL IN).{4,}$/)
    expect(link).toMatch(/^https:\/\/[\w.-]+\/\S+$/)
  },
)

test('a fault type has no guide', () => {
  expect(new Set(Object.keys(faultMetas))).toEqual(new Set(strategies.map(({ type }) => type)))
})

test.each<[page: string, made: (current: string) => string]>([
  ['README.md', withFaultRows],
  ['docs/faults.md', faultsPage],
])('%s tells another guide than the strategies', (page, made) => {
  const current = readFileSync(page, 'utf8')
  expect(current === made(current), 'run `npm run docs`').toBe(true)
})

test('two fault types have one title', () => {
  const titles = metas.map(([, { title }]) => title)
  expect(new Set(titles).size).toBe(titles.length)
})

test.each([
  ['messages.0.content.2.image.source.bytes: image exceeds 5 MB maximum: 7167852 bytes > 5242880 bytes', 5242880],
  ['A maximum of 4 blocks with cache_control may be provided. Found 5.', 4],
  ['Too many images and documents: 101 + 0 > 100', 100],
  [
    "Invalid 'input[1].id': string too long. Expected a string with maximum length 64, but got a string with length 1760 instead.",
    64,
  ],
])('the limit in %j is not read', (text, limit) => {
  expect(detectError(new Error(text))?.limit).toBe(limit)
})
