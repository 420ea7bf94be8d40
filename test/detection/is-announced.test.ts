import { describe, expect, test } from 'vitest'
import { isAnnounced, isPrinted } from '../../src/detection/talk/is-announced.ts'

const sentence = 'roles must alternate between user and assistant'

const isTold = (text: string): boolean => isAnnounced(text, text.indexOf(sentence))

describe('words that somebody announces as his error', () => {
  test.each([
    `I keep getting "${sentence}"`,
    `We've been seeing this on each turn:\n\n\`\`\`\n400 messages: ${sentence}\n\`\`\``,
    `It stopped with the following error: ${sentence}`,
    `Then the run fails:\n\`\`\`\nAPI Error: 400 messages: ${sentence}`,
    `litellm.BadRequestError: AnthropicException - ${sentence}`,
    `Each prompt comes back with "API Error: 400 ${sentence}". This happens with Opus alone.`,
    `> hello\n  ⎿ Error: 400 ${sentence}`,
    `Every further turn dies:\nHTTP 400 Bad Request: ${sentence}`,
    `The agent answered\n> LLM request rejected: ${sentence}`,
    `When switching models this comes:\n400 Bad Request: ${sentence}`,
    `It answers "${sentence}" to everything I write`,
    `My agent stops after an hour with "${sentence}."`,
    `Bedrock "${sentence}" error`,
    `[Bug]: the relay is stuck: '${sentence}' (no way out)`,
    `Same here since Monday. There is a risk that it stops with ${sentence}`,
    `LM Studio says: "${sentence}", whatever Cline sends`,
    `i always get it at some point:\n\nAPI Error: 400 ${sentence}`,
    `My editor shows: ${sentence}. It is since Monday`,
    `用了很久就不行了。错误信息如下：\n\n\`\`\`\n${sentence}\n\`\`\``,
    `ok so now it is \`${sentence}\` each time I go on`,
    `Beim Senden kommt folgender Fehler: ${sentence}`,
    `次のエラーが発生しました：${sentence}`,
    `При отправке ошибка: ${sentence}`,
    `Answer of the relay: {"type":"error","message":"${sentence}"}`,
    `Zed fails with "${sentence}" after a restart`,
    `Kilo Code: switching models fails with 400 '${sentence}' (the cache knows no model)`,
    `Doubled ids in streamed answers poison a session ("${sentence}" 400)`,
    `Cursor throws an error "${sentence}" - it sends an empty turn`,
    `Resuming a session of yesterday causes '${sentence}' error`,
  ])('are taken for a quotation: %s', (text) => {
    expect(isTold(text)).toBe(true)
  })

  test.each([
    sentence,
    `The rule: ${sentence}`,
    `If I get "${sentence}" the list is merged`,
    `I would get the error "${sentence}"`,
    `Why do I get "${sentence}"?`,
    `We saw nothing. The rule of the format is: ${sentence}`,
    `We were getting two kinds:\n- a rate limit\n- ${sentence}`,
    `I got "${sentence}" and I have fixed it`,
    `It would answer "${sentence}" to me`,
    `User: it says "${sentence}" to me\nAssistant: Which model?`,
    `Bedrock "${sentence}" error handling`,
    `The guide says: "${sentence}"`,
    `My bet is on "${sentence}"`,
    `The relay guide shows: ${sentence}`,
    `In this guide (of tools), it says\n> ${sentence}`,
    `Servers always answer:\n\nAPI Error: 400 ${sentence}`,
    `I get "${sentence}", could you find out where?`,
    `When a list holds two, the provider says:\nHTTP 400 Bad Request: ${sentence}`,
    `Symptom: \`Request failed: ${sentence}\``,
    `API Error: 400 ${sentence}\nThis happens when a turn was lost.`,
    `Ich habe den Fehler gefunden: ${sentence}`,
    `I get errors such as "${sentence}"`,
    `This would end in\nAPI Error: 400 ${sentence}`,
    `API Error: 400 ${sentence}\n\nRoot cause: a lost turn`,
    `A request with two turns of the user fails with "${sentence}"`,
    `Fix: Zed fails with "${sentence}" after a restart`,
    `Sanitizer throws "${sentence}" if two turns of the user meet`,
    `Any history of that kind fails with "${sentence}" after a restart`,
    `Zed fails with "${sentence}", now it merges them`,
  ])('are taken for an announcement: %s', (text) => {
    expect(isTold(text)).toBe(false)
  })
})

test('what was printed in the middle of a line is taken for a line of its own', () => {
  const printed = (text: string): boolean => isPrinted(text, text.indexOf(sentence))
  expect(printed(`The API rejects it:\n\n  400 invalid_request_error: messages: ${sentence}`)).toBe(true)
  expect(printed(`The API rejects it with 400 invalid_request_error: messages: ${sentence}`)).toBe(false)
  expect(printed(`It would reject it:\n\n  400 invalid_request_error: messages: ${sentence}`)).toBe(false)
})
