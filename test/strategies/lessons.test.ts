import { expect, test } from 'vitest'
import { strategies } from '../../src/strategies/index.ts'
import { providerWordings } from '../detection/provider-wordings.ts'
import { recordOfLessons } from './record-of-lessons.ts'

/** Is a change meant: `npx vitest run test/strategies/lessons -u`, and read the difference before it is committed. */
test('a sentence of a provider teaches something else than was recorded', async () => {
  const { text, sentences } = recordOfLessons(strategies, (type) => providerWordings[type] ?? [])
  expect(sentences).toBeGreaterThan(100)
  await expect(text).toMatchFileSnapshot('./lessons.txt')
})
