import { expect, test } from 'vitest'
import { isLedTo } from '../../src/detection/talk/is-led-to.ts'
import { growthOf, mostGrowth } from '../growth-of.ts'

const words = 'roles must alternate'

const isLed = (text: string): boolean => isLedTo(text, text.indexOf(words))

test.each([
  words,
  `It stopped.\n${words}`,
  `[Bug] ${words}`,
  `The relay: ${words}`,
  `The relay has "${words}"`,
  `The relay has 400 ${words}`,
  `✖ relay · ${words}`,
  `The relay has an error, ${words}`,
  `Unable to send it since ${words}`,
  `The relay thinks ${words}\n\nReason: Failed: 400`,
  `I am getting "${words}" each time`,
])('nothing seems to lead to the words of an error: %s', (text) => {
  expect(isLed(text)).toBe(true)
})

test.each([`The relay thinks ${words}`, `It said: no.\n\nThe relay thinks ${words}`])(
  'what a sentence holds seems to be led to: %s',
  (text) => {
    expect(isLed(text)).toBe(false)
  },
)

test('marks without end before the words take time that grows with their square', () => {
  const growth = growthOf((count) => {
    const lead = '[1] '.repeat(count)
    return () => isLedTo(`${lead}it ${words}`, lead.length + 3)
  }, 10_000)
  expect(growth).toBeLessThanOrEqual(mostGrowth)
})
