import { expect, test } from 'vitest'
import type { Strategy } from '../../src/lint/define-strategy.ts'
import { strategies } from '../../src/strategies/index.ts'
import { providerWordings } from '../detection/provider-wordings.ts'
import { recordOfLessons } from './record-of-lessons.ts'

/** Of limits and orders each word that tells them apart, and both sides of what a number can mean. */
const more: Partial<Record<Strategy['type'], readonly string[]>> = {
  content_block_invalid: [
    '400 messages.1.content.0.citations.0.type: Input should be a valid string',
    '400 messages.1.content.0.text.citations.0: Input should be a valid dictionary',
  ],
  media_limit_exceeded: [
    '400 Exceeded maximum number of images (50) allowed in the request.',
    '400 Exceeded maximum number of images (1000) allowed in the request.',
    '400 Exceeded maximum number of images (1001) allowed in the request.',
    '400 too many images: 9 > 8',
    '400 You cannot include more than 5 images in a request.',
    '400 At most 30 images may be provided in one prompt.',
    '400 This model takes up to 6 images in a prompt, and too many were given',
    '400 The image dimensions exceed the maximum: 8000 pixels',
    '400 image exceeds the maximum: 1001 bytes',
    '400 image exceeds the maximum: 1000 bytes',
    '400 image exceeds the maximum size: 5000',
  ],
  role_order: [
    '400 Unexpected role user after role tool',
    '400 Expected last role User or Tool, but got a user message after tool messages',
    '400 A user message cannot come after tool messages',
  ],
}

/** Is a change meant: `npx vitest run test/strategies/lessons -u`, and read the difference before it is committed. */
test('a sentence of a provider teaches something else than was recorded', async () => {
  const { text, sentences } = recordOfLessons(strategies, (type) => [
    ...(providerWordings[type] ?? []),
    ...(more[type] ?? []),
  ])
  expect(sentences).toBeGreaterThan(100)
  await expect(text).toMatchFileSnapshot('./lessons.txt')
})
