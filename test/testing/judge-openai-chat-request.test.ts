import { describe, expect, test } from 'vitest'
import { detectError } from '../../src/repair/detect-error.ts'
import {
  type ChatVendor,
  chatRequestBody,
  chatVendors,
  createRandom,
  generateOpenAIChatTranscript,
  judgeOpenAIChatRequest,
  openAIChatCorruptions,
} from '../../src/testing.ts'

const answer = (messages: unknown, vendor: ChatVendor = 'openai', request: object = {}): string => {
  const judgement = judgeOpenAIChatRequest({ model: 'm', ...request, messages }, vendor)
  return 'wording' in judgement ? judgement.wording : '200'
}

const user = { role: 'user', content: 'a' }
const call = { id: 'abcdefghi', type: 'function', function: { name: 'f', arguments: '{}' } }
const asked = { role: 'assistant', content: null, tool_calls: [call] }
const result = { role: 'tool', tool_call_id: 'abcdefghi', content: 'x' }
const reply = { role: 'assistant', content: 'b' }

describe('the judge of Chat Completions', () => {
  test.each<[wording: string, messages: unknown, vendor?: ChatVendor]>([
    ["Invalid 'messages': empty array. Expected an array with minimum length 1, but got an empty array instead.", []],
    ["Invalid value for 'content': expected a string, got null.", [{ role: 'user', content: null }]],
    [
      "Invalid type for 'messages[0].content': expected one of a string or array of objects, but got an integer instead.",
      [{ role: 'user', content: 1 }],
    ],
    [
      "Invalid value: 'bogus'. Supported values are: 'system', 'developer', 'user', 'assistant', 'tool', and 'function'.",
      [{ role: 'bogus', content: 'a' }],
    ],
    [
      "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      [user, { ...reply, tool_calls: [] }],
    ],
    [
      "Invalid type for 'messages[1].tool_calls': expected an array of objects, but got a string instead.",
      [user, { ...reply, tool_calls: 'x' }],
    ],
    [
      "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: abcdefghi",
      [user, asked],
    ],
    [
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
      [user, result],
    ],
    ["Missing required parameter: 'messages[0].content[0].type'.", [{ role: 'user', content: [{ file: 'a' }] }]],
    ["Unexpected role 'user' after role 'tool'", [user, asked, result, user], 'mistral'],
    ['Not the same number of function calls and responses', [user, asked, user], 'mistral'],
    [
      'Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9.',
      [user, { ...asked, tool_calls: [{ ...call, id: 'call_1' }] }, { ...result, tool_call_id: 'call_1' }],
      'mistral',
    ],
    [
      'Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got assistant',
      [user, reply],
      'mistral',
    ],
    ['The `reasoning_content` in the thinking mode must be passed back to the API.', [user, asked, result], 'deepseek'],
    [
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
      [user, asked, result],
      'moonshot',
    ],
    [
      "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
      [user, { ...reply, reasoning_content: 'x' }],
      'groq',
    ],
    [
      "messages.1.assistant.reasoning_content: property 'messages.1.assistant.reasoning_content' is unsupported",
      [user, { ...reply, reasoning_content: 'x' }],
      'cerebras',
    ],
    [
      'Invalid request content: Each message must have at least one content element.',
      [{ role: 'user', content: '' }],
      'xai',
    ],
    [
      'Jinja Exception: System message must be at the beginning.',
      [user, reply, { role: 'system', content: 's' }],
      'llama.cpp',
    ],
    ['Conversation roles must alternate user/assistant/user/assistant/...', [user, asked, result, user], 'vllm'],
    ['Conversation roles must alternate user/assistant/user/assistant/...', [user, user], 'vllm'],
    ["invalid params, tool result's tool id(abcdefghi) not found (2013)", [user, result], 'minimax'],
    ['200', [user, asked, result, reply]],
    ['200', [user, { ...reply, annotations: [], id: 1 }]],
    ['200', [user, user, reply, reply], 'openai'],
    ['200', [user, { ...reply, prefix: true }], 'mistral'],
  ])('does not answer %s', (wording, messages, vendor) => {
    expect(answer(messages, vendor)).toBe(wording)
  })
})

describe('a corruption of Chat Completions', () => {
  test('is refused by nobody', () => {
    for (const { apply, name } of openAIChatCorruptions) {
      const refusing = chatVendors.filter((vendor) =>
        [0, 1, 2, 3].some((seed) => {
          const damaged = apply(generateOpenAIChatTranscript({ seed, vendor, turns: 4 }), createRandom(seed))
          return damaged !== null && judgeOpenAIChatRequest(chatRequestBody(damaged), vendor).status !== 200
        }),
      )
      expect([name, refusing.length > 0]).toEqual([name, true])
    }
  })

  test('has a name that another one has, or changes what it is given', () => {
    expect(new Set(openAIChatCorruptions.map(({ name }) => name)).size).toBe(openAIChatCorruptions.length)
    const source = generateOpenAIChatTranscript({ seed: 1, vendor: 'openai', turns: 6 })
    const before = JSON.stringify(source)
    for (const { apply } of openAIChatCorruptions) apply(source)
    expect(JSON.stringify(source)).toBe(before)
  })

  test('makes an error that detection does not understand', () => {
    const missed = new Map<string, string>()
    for (const vendor of chatVendors)
      for (const { apply } of openAIChatCorruptions) {
        const damaged = apply(generateOpenAIChatTranscript({ seed: 2, vendor, turns: 5 }), createRandom(2))
        if (damaged === null) continue
        const judgement = judgeOpenAIChatRequest(chatRequestBody(damaged), vendor)
        if (!('body' in judgement)) continue
        const detected = detectError({ status: judgement.status, error: judgement.body })
        if (detected === null) missed.set(judgement.wording.replaceAll(/\d+/g, 'N'), vendor)
      }
    expect([...missed]).toEqual([])
  })
})

describe('a generated conversation for Chat Completions', () => {
  test('differs between two runs of one seed', () => {
    const once = JSON.stringify(generateOpenAIChatTranscript({ seed: 11 }))
    expect(JSON.stringify(generateOpenAIChatTranscript({ seed: 11 }))).toBe(once)
    expect(JSON.stringify(generateOpenAIChatTranscript({ seed: 12 }))).not.toBe(once)
  })

  test('is refused by its vendor', () => {
    for (let seed = 0; seed < 400; seed += 1) {
      const transcript = generateOpenAIChatTranscript({ seed })
      const { vendor } = transcript
      expect(`${seed} ${vendor} ${answer(transcript.messages, vendor, transcript.request)}`).toBe(
        `${seed} ${vendor} 200`,
      )
    }
  })
})
