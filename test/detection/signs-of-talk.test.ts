import { describe, expect, test } from 'vitest'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const orphan = 'tool result call_4 has no matching tool call'
const role = 'Unknown message role: critic'

describe('what a program does with a history, and what comes of it', () => {
  test.each([
    `2026-03-02 11:20:14 - app.llm - WARNING - ${orphan}`,
    `[WARN] ${orphan}, retrying in 2s`,
    `ERROR chat: it began badly\nWARNING chat: ${orphan}`,
    `[WARN] retrying without it: ${orphan}`,
    `IF a relay drops ids, the next turn ends in a 400: '${orphan}'\n\nTHEN send them`,
    `The adapter puts it first, which gives ${role}`,
    `This error occurs after a fork: ${orphan}`,
    `WARN  Retrying the request with a repaired history (attempt 2/5): ${orphan}`,
    `Retrying with placeholders: ${orphan}`,
    `WARN Retrying request: the model was busy, the assistant message was empty`,
    `Retrying without images: ${orphan}`,
    `raise BadRequestError(400, "${orphan}")`,
    `It raises ValueError ('${role}') with an unknown one`,
    `The relay rejects \`{"messages": []}\` with **HTTP 400 (INVALID): \`messages: at least one message is required\`**`,
    `${role}. Treating as user message.`,
    `Duplicate tool call id "run:0" was already handled. The duplicate tool call was ignored and not executed again.`,
    `${orphan}. The result was ignored.`,
    'Duplicate or empty tool_use ids are not deduplicated and can wedge a session',
    'Orphaned tool results are never pruned after a rewind',
    `{"level":"warn","msg":"Skipping tool message without tool_call_id","role":"tool"}`,
    `${orphan}; healed with placeholders`,
    `${orphan}. Will attempt to process the remaining content.`,
    `A block carries a \`media_type\`. Omitting it produces:\n    messages.1.content.0.image.source.base64.media_type: Field required`,
    'MiMo emits `reasoning_content` and requires it on every assistant tool-call message. Without echo-back, subsequent API calls fail with HTTP 400',
    '- **Error**: `messages.0.content.2.text: cache_control cannot be set for empty text blocks`\n- **Impact**: the first run failed\n\n### After Fix\n- none',
    'text only\n\n## Current Limitations\n\n- Image inputs are not supported for `compatible-http` yet.',
    `finished early. Executing to prevent orphaned tool results.`,
    '[2 image(s) were omitted because this model does not support vision]',
    '[An image was provided here but your model does not support vision. Ask the user to describe it.]',
    `[#29618](https://example.com/29618): Missing reasoning_content for one model (14 comments)`,
    '⚠️ **`reasoning_content` 恒带是硬要求**：对缺失该字段的历史直接\n400 `Missing reasoning_content field`',
    `根本原因:${orphan}`,
    `I was not able to reproduce ${orphan}`,
    `I can't reproduce the '${role}' here with today's build`,
    `Both runs are clean: "${orphan}" no longer appears with it`,
    `**根因**：${orphan}`,
    '  ✗ Some assistant messages missing reasoning_content!\n\n=== Test 3: another model ===',
    'In an edge case a provider sends a 400 error complaining about missing tool call message.',
    `This is the contract they keep: an assistant message with tool_calls must be followed by a tool message for each tool_call_id.`,
    `On Nimbus 4 and later, a thinking block carries a signature bound to all earlier messages.`,
    'If a turn before it differs, the request is rejected: invalid signature in thinking block',
    `Two nightly reports of the 400: ${orphan}.`,
    `上游 400（${orphan}）。两个模型都这样，说明是形态问题`,
    `Each call needs its result. Without it, you get:\n\`\`\`\nError: 400 ${orphan}\n\`\`\``,
    `情况 1: 结果引用的 call 被移除\n  → API 报错 "${orphan}..."\n  → 修复: 删除它`,
    `If you often see any of the following errors in the editor:\n\n* \`Provider error: 400 ${orphan}\`\n* another one`,
    `已在 c0ffee12 修复：\n\n- ${orphan}\n- 另一个`,
    `This is probably related to the converter of the adapter: ${orphan}`,
    `A result is a message of its own [1]. In that guide the id of a tool call is required [2][3].`,
    `The tool tells its cause, e.g. an old history surfaces as\n\`\`AI_APICallError: messages.N: \`tool_use\` ids must be unique\`\` in the second step.`,
    `a turn of the system then follows one of the assistant, which strict templates\n    refuse (Relay: 400 "${role}").`,
    `看这个错误应该不是参数的问题，最后一条消息必须是user`,
    `a poisoned history surfaces as \`\`AI_APICallError: 400 ${orphan}\`\` in the second step.`,
    `Chat APIs (A, B) require every call to be answered:\n\`\`\`\nError: 400 ${orphan}\n\`\`\``,
    'ERROR 02-08 11:19:09 chat: Expecting value: line 1\nINFO: "POST /v1/chat/completions HTTP/1.1" 400 Bad Request\nWARNING 02-08 11:19:12 utils: Skipping multimodal part with empty content.',
    `When one of them fails (e.g. HTTP 403), its message is dropped. This causes the API to return HTTP 400: "${orphan}".`,
    `Behind the switch of the model/session there stays on the branch of the relay in front of the server of the team a ${orphan}`,
    `The window slides once they are sent, and then a result without a call goes out, which it refuses`,
    `There is no guard. Bedrock Converse rejects orphaned tool results:\n\n\`\`\`\nError: 400 ${orphan}\n\`\`\``,
    `The error message messages.3: ${orphan} clearly indicates what is expected.`,
    'A teammate got rid of it by renaming the orphaned tool result of each fork',
    `Yes. ${orphan}`,
    `The message: \`${orphan}\` is an error of the API, not of this library.`,
    `该错误（${orphan}）通常由会话中断引起。`,
    `“${orphan}”是这家厂商特有的限制。`,
    `Bumped to 3.2.1: ${orphan}`,
    `Regression in 0.44: ${orphan}`,
    `Removed the check — ${orphan}`,
    `a forked turn → ${orphan}`,
    `Closing as a duplicate of #4, the ${orphan} is the same thing`,
    `In the log I found that the reasoning content is empty in each assistant message.`,
  ])('is taken for the refusal of a request: %s', (text) => {
    expect(detectErrorType(text)).toBeNull()
  })

  test.each([
    ['tool_result_orphan', `2026-03-02 11:20:14 - app.llm - ERROR - ${orphan}`],
    ['tool_result_orphan', `[WARN] retrying in 2s: ${orphan}`],
    ['tool_result_orphan', `2026-03-02 11:20:14 WARNING Retrying in 30 seconds (attempt 2/5): ${orphan}`],
    ['tool_result_orphan', `INFO chat: started\n[WARN] request failed: ${orphan}`],
    ['tool_call_id_invalid', 'malformed tool_use.id'],
    ['tool_result_orphan', `[WARN] retrying: ${orphan}`],
    ['tool_result_orphan', `API Error: 400 ${orphan}\n\nAfter this error occurs, each later turn fails as well.`],
    ['role_invalid', `It fails with:\n400 ${role}\n\nOnce this error happens the session is dead.`],
    ['role_invalid', `WARN  Retrying request (attempt 2/5): ${role}`],
    ['role_invalid', `level=warn msg=x retry #3: ${role}`],
    ['tool_result_orphan', `Retrying the LLM call, 2 of 5: ${orphan}`],
    ['empty_content_message', 'warn: retry after 4s: Each message must have at least one content element'],
    ['unknown_field', "The client raises BadRequestError 400 ('messages.2': property 'mood' is unsupported) with Groq"],
    ['tool_result_orphan', `Agent.run throws ApiError 400: (\`${orphan}\`) with Kimi`],
    ['role_invalid', `Each turn the relay rejects it: \`{"error":"${role}"}\``],
    ['media_unsupported', '[400] image 2 was refused because this model does not support vision'],
    ['role_invalid', `400 ${role}. Treated roles are user and assistant.`],
    ['tool_result_orphan', `{"level":"warn","msg":"LLM request failed: 400 ${orphan}"}`],
    ['tool_result_orphan', `{"level":"error","msg":"Skipping the turn: ${orphan}"}`],
    [
      'media_invalid',
      'Error: 400 messages.1.content.0.image.source.base64.media_type: Field required\nOmitted fields: media_type',
    ],
    ['tool_result_orphan', `API Error: 400 ${orphan}\n\nCurrently limited to two retries`],
    ['tool_result_orphan', `400 ${orphan}。错误根因:消息被删除`],
    ['tool_result_orphan', `I run a small relay, and each evening I get:\n> ${orphan}\n\nI think it began on Monday`],
    ['tool_result_orphan', `INFO: started\nERROR 02-08 11:19 chat: ${orphan}`],
    ['role_invalid', `The relay causes the SDK to return error:\n${role}`],
    [
      'tool_result_orphan',
      `[Bug] ${orphan}\nIt works well. But it comes back at times.  Could you help to look at it?`,
    ],
    [
      'role_invalid',
      `**Actual:** The first turn fails. It relays the error:\n\n\`\`\`\nTHINK_FAILED: Details { message: "${role}" }\n\`\`\`\n\nIt retries three times and then ends the session.`,
    ],
    ['role_invalid', `Each turn Bedrock Converse rejects the requests:\n\n\`\`\`\nError: 400 ${role}\n\`\`\``],
    ['tool_result_orphan', `"${orphan}" keeps popping up after I stop a long command`],
    ['role_invalid', `我在一个很常用的 relay client 里切换模型后出现：400 ${role}，怎么办`],
    ['role_invalid', `Relay + model → 400 ${role}`],
    ['role_invalid', `Relay node → Bad request - check your parameters: ${role}`],
    [
      'cache_control_invalid',
      'messages.6.content.0: cache_control cannot be set for empty text blocks — my relay, third time',
    ],
    ['role_invalid', `I often hit this with certain models:\n\n\`${role}\``],
    ['role_invalid', `A report from Windows captured HTTP 400 with \`${role}\`. It is the third.`],
    ['role_invalid', `* works: one model\n* fails: another\n\n\`\`\`\nValueError: 400 ${role}\n\`\`\``],
    ['role_invalid', `I suddenly got this\n\n\`\`\`\n⚙ shot [serial=5554]\n⚙ shot [serial=5556]\n400 ${role}\n\`\`\``],
  ] as const)('hides a refusal: %s: %s', (type, text) => {
    expect(detectErrorType(text)).toBe(type)
  })
})

test('items of other lists are taken for those of a conversation', () => {
  expect(detectErrorType('Error: the sidebar contains duplicate item id "home".')).toBeNull()
  expect(detectErrorType('400 Duplicate item id: msg_1')).toBe('item_id_duplicate')
  expect(detectErrorType('Duplicate item found with id rs_1')).toBe('item_id_duplicate')
})

test('too many marks of a cache are told by an API only, not by a program', () => {
  expect(detectErrorType('ValueError: Too many cache_control breakpoints: 5 (max 4)')).toBe('cache_control_invalid')
  expect(detectErrorType('ValueError: too many breakpoints: 5 (max 4)')).toBeNull()
})

/** Words of those who write about errors, not of those who have one. */
const ofAuthors = 'if, when you, fix, fixed, handle, avoids, prevent, should, would, could, adds, Checks'

test.each(ofAuthors.split(', '))('who tells of an error after a line with "%s" is taken for who has got it', (word) => {
  const told = `I got this:\nAPI Error: 400 ${orphan}`
  expect(detectErrorType(`- well\n${told}`)).toBe('tool_result_orphan')
  expect(detectErrorType(`- ${word}\n${told}`)).toBeNull()
})

describe('forms for uploads and tools', () => {
  test.each([
    '{"error":{"code":"invalid_image","message":"Use a JPEG, PNG, or WebP image."}}',
    '{"detail":{"code":"INVALID_IMAGE"}}',
    'Exceeds the maximum image size! Max. 1024 Kb',
    'Tool arguments must be a JSON object.',
    '{"success":false,"error":"Tool arguments must be a JSON object."}',
    'MCP call arguments must be a JSON object.',
  ])('are taken for a provider: %s', (text) => {
    expect(detectErrorType(text)).toBeNull()
  })

  test.each([
    ['media_invalid', '{"error":{"message":"Invalid image","code":"invalid_image"}}'],
    ['media_limit_exceeded', '400 messages.2.content.0: image exceeds the maximum image size of 5 MB'],
    ['media_limit_exceeded', 'The maximum document size is 4.5 MB'],
    ['tool_call_input_invalid', 'ValueError: tool call arguments must be a JSON object string'],
    ['tool_call_input_invalid', '400 Tool arguments must be a JSON object.'],
  ] as const)('hide what a provider says: %s: %s', (type, text) => {
    expect(detectErrorType(text)).toBe(type)
  })
})

/** Exceptions that any program throws at its own data. */
const exceptions = 'Value Type Key Index Attribute Assertion Syntax Reference'
  .split(' ')
  .map((kind) => `${kind}Error: `)

test.each([...exceptions, ...exceptions.map((name) => `Uncaught ${name}`)])(
  'what a program says of its own calls by %s is taken for a refusal, or a whole statement about a conversation for none',
  (name) => {
    expect(detectErrorType(`${name}tool_calls cannot be empty`)).toBeNull()
    expect(detectErrorType(`${name}System message must appear first`)).toBe('role_invalid')
    expect(detectErrorType(`${name}System message content must be a string for Bedrock`)).toBe('content_block_invalid')
    expect(detectErrorType(`${name}System message content must be a string`)).toBeNull()
    expect(detectErrorType(`${name}tool call arguments must be a JSON object string`)).toBe('tool_call_input_invalid')
    expect(detectErrorType(`400 ${name}tool_calls cannot be empty`)).toBe('tool_calls_malformed')
  },
)

test('what somebody adds to a refusal of what it usually means hides it', () => {
  const refusals = [
    `400 ${orphan}. This usually means an earlier request was rejected.`,
    `400 ${orphan}. Anthropic usually returns this when a turn was interrupted.`,
    `400 ${orphan} (typically a refused or trimmed turn)`,
  ]
  expect(refusals.map(detectErrorType)).toEqual(refusals.map(() => 'tool_result_orphan'))
  expect(detectErrorType(`Providers usually reject this: ${orphan}`)).toBe(null)
})
