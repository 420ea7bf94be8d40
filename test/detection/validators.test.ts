import { expect, test } from 'vitest'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'
import { isTurn } from '../seeds.ts'
import { type Fault, validatorStyles } from './validator-styles.ts'

type Expected = Partial<Record<Fault, string | readonly string[]>>

/** The same fault type for several faults. */
const all = (type: string | readonly string[], faults: string): Expected =>
  Object.fromEntries(faults.split(' ').map((fault) => [fault, type]))

const id = all('tool_call_id_invalid', 'required null empty kind long pattern')
const name = all('tool_call_name_invalid', 'required null empty kind long pattern')
const input = all('tool_call_input_invalid', 'required null kind')
const calls = all('tool_calls_malformed', 'required null kind')
const media = all('media_invalid', 'required null empty kind')
const unknown: Expected = { unknown: 'unknown_field' }

/** What is wrong with a field, whoever finds it; `[]` behind a name of a list, and the kind that the field must have. */
const fields: Readonly<Record<string, readonly [kind: string, Expected]>> = {
  messages: ['array', all('conversation_empty', 'required null empty kind')],
  'messages[].role': ['string', all('role_invalid', 'required null empty kind value')],
  'messages[].content': [
    'string',
    { ...all('empty_content_message', 'required null empty'), kind: 'content_block_invalid' },
  ],
  'messages[].content[].type': ['string', all('content_block_invalid', 'required null kind value')],
  'messages[].content[].text': [
    'string',
    {
      ...all('blank_text', 'null empty'),
      required: ['blank_text', 'content_block_invalid'],
      kind: 'content_block_invalid',
    },
  ],
  'messages[].content[].id': ['string', id],
  'messages[].content[].tool_use_id': ['string', id],
  'messages[].content[].input': ['object', input],
  'messages[].content[].name': ['string', name],
  'messages[].content[].toolName': ['string', name],
  'messages[].content[].thinking': ['string', all('thinking_block_empty', 'required null empty kind')],
  'messages[].content[].signature': [
    'string',
    { ...all('thinking_signature_missing', 'required null empty'), kind: 'thinking_signature_invalid' },
  ],
  'messages[].content[].source.media_type': ['string', { required: 'media_invalid', value: 'media_invalid' }],
  'messages[].tool_calls': ['array', { ...calls, empty: 'tool_calls_malformed' }],
  'messages[].tool_calls[].id': ['string', id],
  'messages[].tool_calls[].type': ['string', all('tool_calls_malformed', 'required null value')],
  'messages[].tool_calls[].function': ['object', calls],
  'messages[].tool_calls[].function.name': ['string', name],
  'messages[].tool_calls[].function.arguments': ['string', { ...input, empty: 'tool_call_input_invalid' }],
  'messages[].tool_call_id': ['string', { ...id, ...unknown }],
  'messages[].reasoning_content': ['string', { ...all('reasoning_content_missing', 'required null'), ...unknown }],
  'messages[].refusal': ['string', unknown],
  'input[].type': ['string', all('content_block_invalid', 'required null value')],
  'input[].role': ['string', all('role_invalid', 'required null value')],
  'input[].call_id': ['string', { ...id, required: ['tool_call_id_invalid', 'content_block_invalid'] }],
  'input[].id': ['string', all('item_id_invalid', 'null empty kind long pattern')],
  'input[].arguments': ['string', input],
  // A form may want a name of the first item, too.
  'input[].name': ['string', all('tool_call_name_invalid', 'null empty kind long pattern')],
  'contents[].parts': ['array', all('empty_content_message', 'required null empty')],
  'contents[].role': ['string', all('role_invalid', 'required null value')],
  'contents[].parts[].functionCall.name': ['string', name],
  'contents[].parts[].functionResponse.response': ['object', all('tool_result_content_invalid', 'required null kind')],
  'contents[].parts[].inlineData.mimeType': ['string', { ...media, value: 'media_invalid' }],
  'messages[].content[].toolUse.toolUseId': ['string', id],
  'messages[].content[].toolUse.input': ['object', input],
  'messages[].content[].toolResult.toolUseId': ['string', id],
  'messages[].content[].toolResult.content': ['array', all('tool_result_content_invalid', 'required null empty kind')],
}

const pathOf = (field: string, first: number): (string | number)[] => {
  let depth = 0
  const segments = field.replaceAll('[]', '.#').split('.')
  return segments.map((segment) => (segment === '#' ? (depth++ === 0 ? first : 1) : segment))
}

/** A refusal as a client prints it: the validator's body, or its sentence in the body of a gateway. */
const refusal = (said: string): string =>
  said.startsWith('{')
    ? `400 ${said}`
    : `400 ${JSON.stringify({ error: { message: said, type: 'invalid_request_error' } })}`

const styles = Object.keys(validatorStyles)

/** By default half of what can be wrong with each field, of another first item the other half: with more cases all of it. */
const misread = (style: string, first: number, isOther = false): unknown[] =>
  Object.entries(fields).flatMap(([field, [kind, expected]], number) =>
    Object.entries(expected).flatMap(([fault, types], at): unknown[] => {
      if (!isTurn(number + at + first, 2)) return []
      const path = isOther ? ['tools', ...pathOf(field, first).slice(1)] : pathOf(field, first)
      const said = validatorStyles[style]?.(path, fault as Fault, kind) ?? null
      if (said === null) return []
      const got = detectErrorType(refusal(said))
      return isOther
        ? got === null
          ? []
          : [{ got, said }]
        : [types].flat().includes(got ?? '')
          ? []
          : [{ types, got, said }]
    }),
  )

// Made of each validator, each field and each fault: none of these sentences has a wording of its own.
test.each(styles)('what %s has against a field is told as something else', (style) => {
  expect([...misread(style, 0), ...misread(style, 37)]).toEqual([])
})

test.each(styles)('what %s has against a field of tools is taken for one of the messages', (style) => {
  expect(misread(style, 3, true)).toEqual([])
})
