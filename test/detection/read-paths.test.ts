import { describe, expect, test } from 'vitest'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { readPaths } from '../../src/detection/paths/read-paths.ts'

const pathsIn = (text: string): string[] =>
  readPaths(foldText(text)).map(({ names, own }) => `${own ? '' : 'foreign '}${names.join('.')}`)

describe('a path of a request', () => {
  test.each([
    ['messages.1.content.0.thinking: Field required', '$messages.content.thinking'],
    ["Invalid type for 'messages[2].tool_calls[0].function.name': expected", '$messages.toolcalls.function.name'],
    ["Missing required parameter: 'input[22].summary'.", '$input.summary'],
    ["Invalid value at 'contents[33].parts[0].data'", '$contents.parts.data'],
    ['* GenerateContentRequest.contents[1].parts: contents.parts must not be empty', '$contents.parts'],
    ["Value at 'messages.2.member.content' failed to satisfy constraint", '$messages.content'],
    ['$.messages[3] is not valid', '$messages.#'],
    ['{"loc": ["body","messages",2,"assistant","reasoning_content"], "msg": "x"}', '$messages.reasoningcontent'],
    ["'loc': ('body', 'messages', 2, 'typed-dict', 'content', 'str'), 'msg': 'x'", '$messages.content'],
    ['{"path":["messages",0,"role"],"message":"Required"}', '$messages.role'],
    ['loc: body -> messages -> 0 -> content -> str', '$messages.content'],
    ['messages.1.ChatCompletionMessageGenericParam.content.str Input should be', '$messages.content'],
    ['params.messages[N].content', '$messages.content'],
    ['requests.0.params.messages.2.content.1: Field required', '$messages.content.#'],
    ['requests[3].params.messages[2].content', '$messages.content'],
    ['field ChatRequest.messages.content of type string', '$messages.content'],
    [
      'Go struct field FunctionCall.messages.tool_calls.function.arguments of type string',
      '$messages.toolcalls.function.arguments',
    ],
    ['Go struct field ToolUse.input of type string', '$.tooluse.input'],
    ['Object missing required field `input` - at `$.messages[1].content[0]`', '$messages.content.#'],
    ['{"source":{"pointer":"/messages/1/content"}}', '$messages.content'],
    ['(system, user, assistant) messages.1.role is not one', '$messages.role'],
    ['system.user.assistant.tool, messages.1.role is not one', '$messages.role'],
    ['user, system.0.text: Field required', '$system.text'],
    ['system: system.0.text: Field required', '$system.text'],
    ["Invalid value for role 'system'. system.0.text: must be non-empty", '$system.text'],
    ['"system": "system.1.text: Field required"', '$system.text'],
    ['messages.<n>.content.0.toolResult cannot be empty', '$messages.content.toolresult'],
    ['messages.2.content.1.web_search_tool_result.tool_use_id: x', '$messages.content.toolresult.tooluseid'],
    ['tool_use.name: String should have at most 200 characters', '$.tooluse.name'],
    ['input[...].action.type', '$input.action.type'],
    ["Type mismatch of '/messages/0/content', 'array' not in 'string'", '$messages.content'],
    ["On instance['messages'][0]['content']:", '$messages.content'],
    ['/messages/3/content: expected string', '$messages.content'],
    ['***.***.***.***.signature: Field required', '$messages.content.signature'],
    ['`***.role` specified in the request', '$messages.role'],
    ["'input' must be a string or array of objects", '$input'],
    ["'messages.1. content' is empty", '$messages.content'],
    ['messages.1. content .other', '$messages.#'],
    ['["body","messages",1,"content","list[union[Text,ToolResult]]",1,"Text","text"]', '$messages.content.text.text'],
    ['messages.0.tagged-union[Text,ToolUse', '$messages.#'],
    ["[ItemParam] [input[4]] [invalid_enum_value] Invalid value: 'x'. Supported values are:", '$input.#'],
    ['[ItemParam] [input[4].content] [invalid_type] x', '$input.content'],
    ['It could not be read. `messages` must be an array', '$messages'],
  ])('is not read in its dialect: %s', (text, path) => {
    expect(pathsIn(text)[0]).toBe(path)
  })

  test.each([
    ['tools.0.custom.name: String should match', 'foreign $tools.custom.name'],
    ['max_tokens: Field required', 'foreign $maxtokens'],
    ['form.messages[0].title: Required', 'foreign $messages.title'],
    ['GET /messages/3 must be authenticated', 'foreign $messages.#'],
  ])('of another part of the request is not told apart: %s', (text, path) => {
    expect(pathsIn(text)[0]).toBe(path)
  })

  test('broken by a terminal inside a word is lost', () => {
    expect(pathsIn('messages.1.con\n   tent.0.te\n   xt: Field required')).toEqual(['$messages.content.text'])
    expect(pathsIn('mes\nsages.12.content: Field required')).toEqual(['$messages.content'])
  })

  test('without blanks around it runs into the complaint', () => {
    expect(pathsIn('messages.3.contentfieldrequired')).toEqual(['$messages.content'])
  })

  test('is seen where a sentence only uses its words', () => {
    expect(pathsIn('Too many messages. Input is too long for the requested model. The message: hello')).toEqual([])
    expect(pathsIn('Of ***.***.name: much, of a .role nothing')).toEqual([])
    expect(pathsIn("'input' must not be an empty string")).toEqual([])
  })

  test('at the first and at the last place is found, and not more than a bounded number', () => {
    expect(pathsIn('messages.0.role: x')).toHaveLength(1)
    expect(pathsIn(`${'word '.repeat(200)}messages.0.role`)).toHaveLength(1)
    expect(pathsIn('messages.0.role: x; '.repeat(5000)).length).toBeLessThanOrEqual(32)
  })
})
