import { expect, test } from 'vitest'
import { isDiscourse } from '../../src/detection/talk/is-discourse.ts'

const words = 'the tool result has no call'

const explains = (text: string): boolean => isDiscourse(text, text.indexOf(words), text.indexOf(words) + words.length)

test.each([
  `Deleting a turn means that ${words} behind it, so the next one fails`,
  `The window slides. However, we find ${words}`,
  `The window slides once they are sent. Then ${words}, which no server takes`,
  `In our runs ${words} whenever the first half was cut off`,
  `The window slides, so ${words}`,
  `Here ${words} since v is its own`,
  `Here ${words} since the first half was cut off`,
  `Of the first model ${words}, whose id the second does not know`,
  `For two weeks ${words} for people with long threads`,
  `In one turn ${words}, which is fine as long as it comes first`,
  `Is it known that ${words} after a fork?`,
  `**Fallback:** If ${words} or has success: false, set that field to null`,
  `若在思考模式下发生了工具调用，则需要 ${words}`,
])('what somebody explains is taken for a refusal: %s', (text) => {
  expect(explains(text)).toBe(true)
})

test.each([
  words,
  `We could not process it because ${words}`,
  `Your history still holds it without its turn, which is not allowed: here ${words}`,
  `Here ${words}, which has lost its turn`,
  `Each needs one. However, ${words}`,
  `Here ${words}.\nIf it comes again, then contact us: was it sent?`,
  `Can someone look? Here ${words}`,
  `The request was rejected: ${words}, so it could never be sent`,
  `I keep getting this if it was cut off: ${words}`,
  `It was cut off, so the answer is now\n${words}`,
  `If it was cut off, the answer is "${words}"`,
  `Unable to submit it because ${words}. If it is needed, send both`,
  `We then find that ${words}, which it refuses:\n\`\`\`\n400 Bad Request\n\`\`\``,
  `Here ${words} any more, so the request failed.\n\nReason: Request Failed: 400 {"error":{}}`,
  `Here ${words}, which would exceed the limit`,
  `Here ${words} since v2.1`,
  `Here ${words} since the last update`,
  `Here ${words} since yesterday`,
  `Does somebody know this?\nHere ${words}\nsame here`,
  `As \`if so, then\` says, ${words}`,
  `The model does not accept requests if ${words}`,
  `It was so, then.\n\nToday ${words}`,
  `Here ${words}\nAny idea?`,
  `Here ${words}.\nどうすればいいですか？`,
])('an error is taken for what somebody explains: %s', (text) => {
  expect(explains(text)).toBe(false)
})
