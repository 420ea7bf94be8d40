import { expect, test } from 'vitest'
import { isMusing } from '../../src/detection/talk/is-musing.ts'

const sentence = 'the reasoning is empty in each message'

const muses = (text: string): boolean => isMusing(text, text.indexOf(sentence))

test.each([
  `I find that ${sentence}`,
  `In the log of my relay I saw that ${sentence}. It should not be so.`,
  `Our first model is fine, and ${sentence}`,
  `The first model is fine, though ${sentence}`,
  `Actually ${sentence}`,
  `However ${sentence} of the second model.`,
])('what somebody finds is taken for a refusal: %s', (text) => {
  expect(muses(text)).toBe(true)
})

test.each([
  sentence,
  `We recommend to look at our documentation: ${sentence}`,
  `The request holds a message, but ${sentence}`,
  `${sentence}\n\nI think it began on Monday`,
  `I do not know why, but since then\n${sentence}`,
  `I sent one turn\n> ${sentence}`,
  `I keep getting: ${sentence}`,
  `Our relay, after I removed all servers: In long lists of some kind ${sentence}`,
  `Now I always see: The last ${sentence}`,
  `I sent one turn and the API complains that ${sentence}`,
  `I sent one turn, 400 ${sentence}`,
  `I sent one turn and got "${sentence}"`,
])('an error is taken for what somebody finds: %s', (text) => {
  expect(muses(text)).toBe(false)
})
