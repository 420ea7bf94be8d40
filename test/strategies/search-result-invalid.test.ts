import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, refusal, search, testOnAnthropic, text, user } from './anthropic.ts'

const sealed = {
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content: [{ type: 'web_search_result', title: 'Page', url: 'https://example.com', encrypted_content: 'x' }],
}
const failed = { ...sealed, content: { type: 'web_search_tool_result_error', error_code: 'unavailable' } }
const citation = {
  type: 'web_search_result_location',
  url: 'https://example.com',
  title: 'Page',
  cited_text: 'it',
  encrypted_index: 'x',
}
const cited = { ...text('Found.'), citations: [citation] }

const [page] = sealed.content
const placeholder = { ...sealed, content: [{ ...page, encrypted_content: '[not stored]' }] }

testOnAnthropic({
  type: 'search_result_invalid',
  finds: {
    'a placeholder for what was sealed': {
      broken: [user('a'), assistant(search('srvtoolu_1'), placeholder, text('b'))],
      repaired: [user('a'), assistant(search('srvtoolu_1'), failed, text('Page https://example.com'), text('b'))],
      loss: 'synthesised',
    },
    'an empty seal of a citation': {
      broken: [user('a'), assistant({ ...cited, citations: [{ ...citation, encrypted_index: '' }] })],
      repaired: [user('a'), assistant(text('Found.'))],
      loss: 'synthesised',
    },
    'sealed results': {
      broken: [user('a'), assistant(search('srvtoolu_1'), sealed, text('b'))],
      repaired: [user('a'), assistant(search('srvtoolu_1'), failed, text('Page https://example.com'), text('b'))],
      error: refusal('messages.1.content.1: Invalid `encrypted_content` in `search_result` block'),
      where: ['first'],
      loss: 'synthesised',
    },
    'a citation of them': {
      broken: [user('a'), assistant(cited)],
      repaired: [user('a'), assistant(text('Found.'))],
      error: refusal('messages.3.content.0: Invalid `encrypted_index` in `text` block'),
      where: ['last'],
      loss: 'synthesised',
    },
  },
  nearMisses: {
    'sealed results and a citation of them': [user('a'), assistant(search('srvtoolu_1'), sealed, cited), user('b')],
  },
})

test.each(['messages.1.content.2: ', ''])('a sealed output of code stays refused, named by %j', (place) => {
  const id = 'srvtoolu_1'
  const ran = { type: 'server_tool_use', id, name: 'code_execution', input: {} }
  const output = {
    type: 'encrypted_code_execution_result',
    encrypted_stdout: 'c2Vh',
    stderr: '',
    return_code: 0,
    content: [],
  }
  const gave = (content: object): object => ({ type: 'code_execution_tool_result', tool_use_id: id, content })
  const messages = [user('a'), assistant(text('b'), ran, gave(output), text('c')), user('d')]
  const error = refusal(`${place}Invalid \`encrypted_stdout\` in \`encrypted_code_execution_result\` block`)
  const result = repair(messages, { format: 'anthropic-messages', error })
  expect([result.loss, result.messages]).toEqual([
    'synthesised',
    [
      user('a'),
      assistant(text('b'), ran, gave(expect.objectContaining({ type: 'code_execution_tool_result_error' })), text('c')),
      user('d'),
    ],
  ])
})
