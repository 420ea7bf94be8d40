import { expect, test } from 'vitest'
import { complaintIn } from '../../src/detection/grammar/complaint.ts'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'
import { complaintWords } from './complaint-words.ts'

test.each([
  ['`tool_use` ids must be unique', 'duplicate'],
  ['already seen earlier', 'duplicate'],
  ['expected a string, but got null instead', 'null'],
  ['Member must not be null', 'null'],
  ["None is not of type 'string'", 'null'],
  ['Input should be a valid string [input_value=None]', 'null'],
  ['invalid type: null, expected a string', 'null'],
  ['null found, string expected', 'null'],
  ['but the null literal was found', 'null'],
  ['String should have at least 1 character', 'empty'],
  ['Expected an array with minimum length 1', 'empty'],
  ['array too short', 'empty'],
  ['minimum number of items is 1', 'empty'],
  ['Member must have length greater than or equal to 1', 'empty'],
  ['must contain non-whitespace text', 'empty'],
  ['has length 0', 'empty'],
  ['不能为空', 'empty'],
  ['Field required" on every turn', 'required'],
  ['Field required on each', 'required'],
  ['failed to satisfy constraint: [a-z]+', 'invalid'],
  ['Extra inputs are not permitted', 'unknown'],
  ['Unknown parameter', 'unknown'],
  ['Unknown name "x": Cannot find field', 'unknown'],
  ['Unrecognized key(s) in object', 'unknown'],
  ['Additional properties are not allowed', 'unknown'],
  ['is not allowed', 'unknown'],
  ['unknown object member name', 'unknown'],
  ['is not defined on type Message', 'unknown'],
  ["property 'reasoning' is unsupported", 'unknown'],
  ['Field required', 'required'],
  ['missing field `role`', 'required'],
  [': key "role" not found', 'required'],
  ['not present', 'required'],
  ['缺少', 'required'],
  ['string too long', 'long'],
  ['Member must have length less than or equal to 64', 'long'],
  ['image exceeds 5 MB', 'long'],
  ["String should match pattern '^a'", 'pattern'],
  ['Member must satisfy regular expression pattern', 'pattern'],
  ['an ID that begins with', 'pattern'],
  ['could not be verified', 'unverifiable'],
  ['EOF while parsing a string', 'unverifiable'],
  ['is no base64', 'unverifiable'],
  ['Base64 decoding failed', 'unverifiable'],
  ['does not match any function call', 'unpaired'],
  ["Input should be 'user' or 'assistant'", 'value'],
  ['unknown variant `image_url`, expected `text`', 'value'],
  ['Supported values are', 'value'],
  ['Member must satisfy enum value set', 'value'],
  ['is not one of', 'value'],
  ['No enum constant', 'value'],
  ['Input should be a valid list', 'list'],
  ["Input should be a valid list, input: 'hello'", 'type'],
  ['Input should be a valid list, input: None', 'null'],
  ['Input should be a valid dictionary', 'type'],
  ['cannot unmarshal string', 'type'],
  ["is not of type 'string'", 'type'],
  ['is not supported by this model', 'unsupported'],
  ['is malformed', 'invalid'],
  ['参数非法', 'invalid'],
  ['the weather is nice', null],
])('is not what a validator means: %s', (sentence, complaint) => {
  expect(complaintIn(foldText(sentence).lower)).toBe(complaint)
})

test.each(Object.entries(complaintWords))('words of the complaint %s make another, or none', (complaint, words) => {
  expect(words.filter((word) => complaintIn(word) !== complaint)).toEqual([])
  expect(words.length).toBeGreaterThan(1)
})

test('an error in Chinese that names nothing but the content is of no message', () => {
  expect(detectErrorType({ status: 400, message: '内容不能为空' })).toBe('empty_content_message')
})
