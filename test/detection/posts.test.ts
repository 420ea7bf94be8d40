import { expect, test } from 'vitest'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'
import { isTurn } from '../seeds.ts'

/** The error of somebody who asks for help. */
const sentences: Readonly<Record<string, string>> = {
  tool_result_missing:
    'messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01Ab. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
  tool_result_orphan: 'No tool call found for function call output with call_id call_Ab12.',
}

const body = (message: string): string =>
  JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })
const plain = (message: string): string => message.replaceAll('`', '')

/** How he sets it apart from what he tells. */
const forms: Readonly<Record<string, (message: string) => string>> = {
  fence: (message) => `\n\n\`\`\`\n${message}\n\`\`\``,
  'fence of a client': (message) => `\n\n\`\`\`\nAPI Error: 400 ${body(message)}\n\`\`\``,
  'fenced body': (message) => `\n\`\`\`json\n${body(message)}\n\`\`\``,
  line: (message) => `\n\n${message}`,
  'printed line': (message) => `\n\nError code: 400 - ${body(message)}`,
  backticks: (message) => `\n\n\`${plain(message)}\``,
  quotation: (message) => `\n> ${message}`,
  'body in the line': (message) => ` 400 ${body(message)}`,
  'quoted in the line': (message) => ` "${plain(message)}"`,
}

/** What leads to it. */
const leads = `I keep getting this error:|After a few messages I get:|Getting the following error when using Claude with OpenRouter:
Since updating to v1.2.3 every request fails with:|It worked yesterday, but now I get:|When I resume the session I see:|Here is the error:
Every subsequent message fails with:|The agent then stops with:|Error:|Logs:|This is what I get:|Same problem here:|I'm hitting this too:
The session is stuck with:|Using Claude via OpenRouter, tool calls fail with:|使用过程中报错：|报错信息如下：|After compaction the next turn fails with:
Switched models mid-session and got:|The request fails with a 400 error from the Anthropic API:|Seeing this in production since Monday:
Hi, my bot crashes with:|Since this morning I am getting|The full error is:|Got this after about 20 tool calls:`

/** What he tells behind it. */
const tails = `Any ideas?|Can someone help?|This happens every time after a tool call is interrupted.|Restarting does not help.
The only workaround is to start a new session.|Version: 1.2.3|It seems the tool result gets lost.
I think the history is not sent back correctly.|Model: claude-sonnet-4`

/** What leads to the error in the text of a change, or in what somebody tells of providers. */
const talk = `This PR fixes the error:|Previously, the API returned:|Anthropic rejects such histories with:|The API would return:
If a tool call is aborted, the next request fails with:|When the history has an orphan, OpenAI returns:|Fix for the following error:
Providers reject this with:|Strict providers answer such a request with:|Resolves the 400:|Some gateways return:
Handles the case where the API returns:|An interrupted turn leaves an orphan, which makes the provider return:`
const changes = `This PR strips orphaned results before sending.|Adds a regression test.|Closes #123|Now the pairing is repaired before each request.`

const list = (text: string): string[] => text.split(/[|\n]/)

/** Every lead with every error and every tail, and with none; by default a third of them, others in each form: with more cases all. */
const posts = (heads: string, ends: string, form: (message: string) => string): [type: string, post: string][] =>
  Object.entries(sentences).flatMap(([type, message]) =>
    list(heads).flatMap((head, number) =>
      ['', ...list(ends).map((end) => `\n\n${end}`)]
        .filter((_, at) => isTurn(number + at + Object.values(forms).indexOf(form), 3))
        .map((end): [string, string] => [type, head + form(message) + end]),
    ),
  )

test.each(Object.entries(forms))('an error is not read out of a post that sets it apart: %s', (_, form) => {
  const misread = posts(leads, tails, form).filter(([type, post]) => detectErrorType(post) !== type)
  expect(misread).toEqual([])
})

test.each([
  '### What issue are you seeing?',
  '### What do you see instead?',
  '### Which error did you get?',
  '### Symptom',
  '**What happened?**',
])('a title of a form hides an error, in the next line or in a fence: %s', (title) => {
  const rest = '### What steps can reproduce the bug?\n\nI resumed the session.'
  const misread = Object.entries(sentences).filter(
    ([type, sentence]) =>
      detectErrorType(`${title}\n\nAPI Error: 400 ${sentence}\n\n${rest}`) !== type ||
      detectErrorType(`${title}\n\nAll turns fail.\n\n■ ${body(sentence)}\n\n${rest}`) !== type,
  )
  expect(misread).toEqual([])
})

test.each([
  [
    'tool_call_input_invalid',
    '2 of 25 turns returned HTTP 500 on `some-model-4`:',
    '500 {"error":{"code":500,"message":"Failed to parse tool call arguments as JSON:\n[json.exception.parse_error.101] parse error at line 1, column 4"}}',
  ],
  [
    'blank_text',
    'Long conversations that go through the Bedrock Converse provider fail all 3 retries with:',
    'ValidationException: The model returned the following errors:\n  messages: text content blocks must contain non-whitespace text',
  ],
  [
    'tool_call_name_invalid',
    'On the next turn Bedrock is sent the same list, and refuses all of it with:',
    "1 validation error detected: Value at 'messages.3.member.content.1.member.toolUse.name'\nfailed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_-]+",
  ],
  ['media_unsupported', '图片发送后，接口返回 400 错误：', 'unknown variant `image_url`, expected `text`'],
])('a report in the third person is a document, since it goes on behind its error: %s', (type, lead, shown) => {
  const post = `${lead}\n\n\`\`\`\n${shown}\n\`\`\`\n\nBoth came one after the other, and the rest was clean.`
  expect(detectErrorType(post)).toBe(type)
})

test.each([
  'I have met this error a few times. How should I go about it',
  'I have met this error a few times. What could I do?',
  'I have met this error a few times. What can I do to fix it?\n',
  'I have met this error a few times. How can I fix it?\n',
])('a line in which somebody asks for help hides the error below it: %s', (lead) => {
  const misread = Object.entries(sentences).filter(
    ([type, sentence]) =>
      detectErrorType(`${lead}\nopenai.BadRequestError: Error code: 400 - ${body(sentence)}`) !== type,
  )
  expect(misread).toEqual([])
})

test.each([
  'I was refactoring the store and asked the agent to fix the tests. After a while it stopped with:',
  'We added a check for empty files, and then the run died with:',
  'Nobody should have to start over. I have tried to fix it for a day, and I still get:',
])('a story hides the error that it leads to in a fence: %s', (lead) => {
  const told = (message: string): string =>
    `${lead}\n\n\`\`\`\n${message}\n\`\`\`\n\nRestarting does not help. Any idea why?`
  const misread = Object.entries(sentences).filter(
    ([type, sentence]) =>
      detectErrorType(told(sentence)) !== type || detectErrorType(told(`Error: 400 ${body(sentence)}`)) !== type,
  )
  expect(misread).toEqual([])
})

test('a fence that a rule leads to is taken for an error that came', () => {
  const post = `I was reading the adapter. A gateway that drops a turn should answer with:\n\n\`\`\`\n${sentences['tool_result_orphan']}\n\`\`\`\n\nThe tests cover it.`
  expect(detectErrorType(post)).toBeNull()
})

test.each([
  'Any turn that calls a tool now fails on the second request with:\n\n```\nHTTP 400 - $\n```\n\nI tried rolling back, to no avail.',
  'When using the editor with a relay, an exception is thrown with the message:\n> messages.2: $\nThis error occurs during normal use — no file was sent. It appears to be lost.',
  '我配置好模型后，使用附件模式进行处理，已经试过很多次但是一直都无法成功，每次都报错为：\nupstream_failed: $\n换成文本就可以',
  'messages.2: $\n\nAny idea how to fix this?',
])('an error that its writer sets apart is hidden by what he tells around it: %s', (post) => {
  expect(detectErrorType(post.replace('$', plain(sentences['tool_result_orphan'] as string)))).toBe(
    'tool_result_orphan',
  )
})

test.each([
  (message: string) => `| Field | Value |\n|-------|-------|\n| Status | 400 |\n| Message | ${message} |`,
  (message: string) => `Field | Value\n--- | ---\nType | invalid_request_error\nMessage | ${message}\nCode | null`,
  (message: string) =>
    `It stopped.\n\n| 字段 | 值 |\n|:---|:---|\n| 错误信息 | \`${message}\` |\n| 版本 | 1.2.3 |\n\nAny ideas?`,
])('the head of a table hides an error that is told in it, field by field: form %#', (form) => {
  expect(detectErrorType(form('This model does not support assistant message prefill.'))).toBe('prefill_unsupported')
  expect(detectErrorType(form('No tool call found for function call output with call_id call_Ab12.'))).toBe(
    'tool_result_orphan',
  )
})

test.each([
  (message: string) => `| time | status | message |\n|---|---|---|\n| 12:01 | 400 | ${message} |\n| 12:02 | 200 | ok |`,
  (message: string) =>
    `It stopped.\n\n| Timestamp | Level | Error |\n| :--- | :--- | :--- |\n| 10:44:01 | INFO | started |\n| 10:44:09 | ERROR | \`${message}\` |`,
  (message: string) =>
    `| 时间 | 请求 | 错误 |\n|---|---|---|\n| 2026-05-01 10:22 | chat | 400 ${message} |\n\nAny ideas?`,
  (message: string) => `- Version: 1.2.3\n- **OS**: Linux\n- Error: \`400 ${message}\`\n- Model: large`,
  (message: string) => `- OS: Linux\n- Error message: ${message}`,
  (message: string) => `- HTTP 400: \`${message}\``,
  (message: string) => `6. **HTTP 400**: "${message}"`,
  (message: string) => `- [ ] Status 400, message: "${message}"`,
])('a log in a table, or a list of fields, hides the error in it: form %#', (form) => {
  expect(detectErrorType(form('This model does not support assistant message prefill.'))).toBe('prefill_unsupported')
  expect(detectErrorType(form('No tool call found for function call output with call_id call_Ab12.'))).toBe(
    'tool_result_orphan',
  )
})

test.each([
  '| Date | Status | Message |\n|---|---|---|\n| 2026-05-01 | fixed | Roles must alternate was thrown for two turns |',
  '| Time | Level | Message |\n|---|---|---|\n| 10:00:01 | INFO | dropped orphaned tool result call_1 |',
  '| Time | Status | Message |\n|---|---|---|\n| 12:01 | 429 | Rate limit reached for requests |',
  '- Version: 1.2.3\n- Fixed: roles must alternate between user and assistant',
  '- Version: 1.2.3\n- Error: handling of `roles must alternate` was merged\n- Docs: improved',
])('a list of changes, or a log of something else, is read as an error: %s', (post) => {
  expect(detectErrorType(post)).toBeNull()
})

test('what a backslash keeps from closing code ends the error in it', () => {
  const code =
    '400 messages.5: \\`tool_use\\` ids were found without \\`tool_result\\` blocks immediately after: toolu_1'
  expect(detectErrorType(`Now every message returns \`${code}\``)).toBe('tool_result_missing')
  expect(detectErrorType(`It stops with:\n\n\\\`\\\`\\\`\n${code}\n\\\`\\\`\\\``)).toBe('tool_result_missing')
})

test('a table of what an API takes is an error that is told field by field', () => {
  const table = '| Field | Value |\n|---|---|\n| tool_call_id | must match a preceding tool call |\n| role | tool |'
  expect(detectErrorType(table)).toBeNull()
})

test.each([
  'When a model answers with a name that holds dots (e.g. of a module), the provider rejects the next request with:',
  'Sem `keepThinking: true`,\no programa remove o campo,\ne a API rejeita com:',
])('an example in a fence is the error of somebody: %s', (lead) => {
  const post = `${lead}\n\n\`\`\`\n400: ${sentences['tool_result_orphan']}\n\`\`\`\n\nThe rest of the list is left alone.`
  expect(detectErrorType(post)).toBeNull()
})

test('a program in a fence is taken for an error', () => {
  const code = `+ if (orphans.length > 0) {\n+   return { message: '${sentences['tool_result_orphan']}' }\n+ }`
  expect(detectErrorType(`\`\`\`diff\n${code}\n\`\`\``)).toBeNull()
})

test('an error is hidden by what its writer says of calls that models make', () => {
  const told = `Since today I hit '${sentences['tool_result_orphan']}' and the session is dead. All prompts return this error.`
  const guess =
    'It is maybe produced by a tool call that returned an empty result, and the client should be stripping it.'
  expect(detectErrorType(`${told}\n\n${guess}`)).toBe('tool_result_orphan')
})

test.each(['(a converter drops signatures)', 'I guess the client strips them. Root cause unknown.'])(
  'what its writer tells of programs below an error hides it: %s',
  (told) => {
    const error = 'messages.1.content.0.thinking.signature: Field required'
    expect(detectErrorType(`${error}\n\n${told}`)).toBe('thinking_signature_missing')
    expect(detectErrorType(`${told} ${error}`)).toBeNull()
  },
)

test.each(Object.entries(forms).filter(([name]) => !/client|body|printed|in the line/.test(name)))(
  'an error that somebody tells of a change or of providers is taken for his own: %s',
  (_, form) => {
    const misread = posts(talk, changes, form).filter(([, post]) => detectErrorType(post) !== null)
    expect(misread).toEqual([])
  },
)

test.each([
  'See also #991: $',
  'Related to #1234: $',
  'Blocked by #12 ($)',
  'Show a friendly message for "$"',
  'Translate «$» into a hint',
  'Explain `$`',
  'show error "$"',
])('another issue, or an order to a program, is taken for a refusal: %s', (told) => {
  const misread = Object.values(sentences).filter(
    (sentence) => !sentence.includes('400') && detectErrorType(told.replace('$', () => sentence)) !== null,
  )
  expect(misread).toEqual([])
})

test('an error is not read below another issue', () => {
  const misread = Object.entries(sentences).filter(
    ([type, sentence]) => detectErrorType(`Related to #1234\n\nAPI Error: 400 ${sentence}`) !== type,
  )
  expect(misread).toEqual([])
})
