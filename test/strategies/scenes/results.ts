import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import type { CallEvidence, Evidence } from '../../../src/transcript/evidence.ts'
import { assistant, call, found, image, placeholder, result, search, text, thinking, user } from '../anthropic.ts'
import {
  answered,
  answers,
  asked,
  asks,
  fetched,
  hi,
  item,
  open,
  output,
  part,
  ran,
  reasons,
  say,
  tool,
} from './messages.ts'
import { chat, claude, gemini, langchain, refused, responses, type Scenes } from './scene.ts'

const known = (what: CallEvidence): { evidence: Evidence } => ({
  evidence: { resultOf: (id, occurrence) => (id === 'x' && occurrence === 0 ? what : undefined) },
})
const dot = image(tinyPng().data)
const follows = { request: { model: 'gpt-5', previous_response_id: 'resp_1' } }
const noOutput = (id: string, kind = 'function'): Error => refused(`No tool output found for ${kind} call ${id}.`)
const failedSearch = (content: unknown): object => ({
  type: 'web_search_tool_result',
  tool_use_id: 'srvtoolu_1',
  content,
})

/** Results, and the calls that lack them. */
export const results: Scenes = {
  tool_result_missing: {
    'a result in the older form, of a function': chat([
      hi,
      asks(tool('x'), tool('y', '{}', 'g')),
      say('function', 'ok', { name: 'f' }),
      hi,
    ]),
    'two of one name, in the older form': chat([
      hi,
      asks(tool('x'), tool('y')),
      say('function', '1', { name: 'f' }),
      say('function', '2', { name: 'f' }),
      hi,
    ]),
    'a call that the server holds, behind two pointers': responses(
      [{ type: 'item_reference', id: 'msg_1' }, hi, { type: 'item_reference', id: 'fc_1' }, output('x'), hi],
      {
        error: noOutput('y'),
      },
    ),
    'nothing is known of the call': claude([...open, user('b')]),
    'the tool has answered': claude([...open, user('b')], known({ status: 'completed', output: 'done' })),
    'the tool has answered with an error of its own': claude(
      [...open, user('b')],
      known({ status: 'completed', output: 'no', isError: true }),
    ),
    'the tool has failed': claude([...open, user('b')], known({ status: 'error', output: 'broken' })),
    'the tool was interrupted, its outcome unknown': claude([...open, user('b')], known({ status: 'running' })),
    'the tool was never started': claude([...open, user('b')], known({ status: 'pending' })),
    'a call at the end of a request, of a store, and of one that goes on': claude(open),
    'a call at the end of a store': claude(open, { purpose: 'stored' }),
    'a call at the end of a store that goes on': claude(open, { purpose: 'resumed' }),
    'the same id twice, the first known': claude([...open, user('b'), assistant(call('x')), user('c')], {
      ...known({ status: 'completed', output: 'done' }),
    }),
    'a call of Gemini without an id': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f')),
      part('user', { text: 'b' }),
    ]),
    'a call that the history of the server holds': responses([output('x')], { ...follows, error: noOutput('y') }),
    'calls of another kind that it holds, one known': responses([hi], {
      ...follows,
      ...known({ status: 'running' }),
      error: noOutput('x', 'custom tool'),
    }),
    'one that has been answered, one that has failed': responses([hi], {
      ...follows,
      ...known({ status: 'error', output: 'no' }),
      error: noOutput('x'),
    }),
    'one that has answered': responses([hi], {
      ...follows,
      ...known({ status: 'completed', output: 'yes' }),
      error: noOutput('x'),
    }),
    'a call that stands in the list after all': responses([hi, fetched('x')], { ...follows, error: noOutput('x') }),
    'a call behind a pointer': responses([hi, { type: 'item_reference', id: 'fc_1' }, hi], { error: noOutput('x') }),
    'a pointer to a message, behind which no call can be': responses(
      [hi, { type: 'item_reference', id: 'msg_1' }, hi],
      { error: noOutput('x') },
    ),
    'no history of the server': responses([hi], { error: noOutput('x') }),
    'a result without a name, right behind its call': chat([hi, asks(tool('x')), answers(undefined), hi]),
    'an error in the words of Chat Completions': claude(
      [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b')), user('c')],
      {
        rules: { serverResults: 'optional' },
        error: refused(
          "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
        ),
      },
    ),
    'an error about results that are behind a text': claude([...open, user(text('b'), result('x'))], {
      rules: { resultsLead: false },
      error: refused('messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: x.'),
    }),
  },
  tool_result_orphan: {
    'copies of what the call is answered with, the first and the last of them, and one that says something else':
      responses(
        [
          hi,
          reasons({ id: 'rs_1' }),
          output('x', 'b'),
          item('function_call', { id: 'fc_1', call_id: 'x', name: 'f', arguments: '{}' }),
          output('x', 'b'),
          hi,
          reasons({ id: 'rs_2' }),
          output('y', 'c'),
          item('function_call', { id: 'fc_2', call_id: 'y', name: 'f', arguments: '{}' }),
          output('y', 'd'),
          hi,
        ],
        { request: { store: true } },
      ),
    'one with nothing but an address': claude([
      user('a'),
      assistant(text('b')),
      user(result('x', { url: 'https://a.example/b' }), text('c')),
    ]),
    'one whose only picture has an address': claude([
      user('a'),
      assistant(text('b')),
      user(result('x', [{ type: 'image', source: { type: 'url', url: 'https://a.example/p.png' } }]), text('c')),
    ]),
    'a page that was fetched, with its address': claude([
      user('a'),
      assistant(
        {
          type: 'web_fetch_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: {
            type: 'web_fetch_result',
            url: 'https://a.example/page',
            content: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'The page' } },
          },
        },
        text('b'),
      ),
      user('c'),
    ]),
    'one whose text stands elsewhere': claude([
      user('a'),
      assistant(text('b')),
      user({ ...result('x', 'out'), text: 'More.' }, text('c')),
    ]),
    'one with words and line breaks in JSON': chat([hi, say('tool', { text: 'a\nb' }, { tool_call_id: 'x' }), hi]),
    'one that the provider ran': claude([
      user('a'),
      assistant(
        {
          ...found('srvtoolu_1'),
          content: [{ type: 'web_search_result', title: 'T', url: 'https://a.example', encrypted_content: 'EnCx' }],
        },
        text('b'),
      ),
      user('c'),
    ]),
    'a result of nothing, with text and an image': claude([
      user('a'),
      assistant(text('b')),
      user(result('x', [text('out'), dot]), text('c')),
    ]),
    'a placeholder of an earlier repair': claude([user('a'), assistant(text('b')), user(placeholder('x'), text('c'))]),
    'a result that says nothing': claude([user('a'), assistant(text('b')), user(result('x', ' '), text('c'))]),
    'a result before its call': claude([
      user('a'),
      assistant(text('b')),
      user(result('x')),
      assistant(text('c')),
      user('d'),
    ]),
    'an output of nothing': responses([hi, output('x'), hi]),
    'an output whose call the server was to hold': responses([output('x'), output('y')], {
      ...follows,
      error: refused('No tool call found for function call output with call_id x.'),
    }),
    'a message of a tool': chat([hi, answers('x', 'out'), hi]),
  },
  tool_result_duplicate: {
    'the same, twice': claude([...open, user(result('x'), result('x'), text('b'))]),
    'another one': claude([...open, user(result('x'), result('x', 'more'), text('b'))]),
    'the real one behind the placeholder': claude([
      ...open,
      user(placeholder('x')),
      assistant(text('b')),
      user(result('x', 'late')),
    ]),
    'the placeholder behind the real one': claude([...ran, assistant(text('b')), user(placeholder('x'), text('c'))]),
    'both in one turn': claude([...open, user(placeholder('x'), result('x', 'late'))]),
    'an output twice': responses([hi, fetched('x'), output('x'), output('x', 'more')]),
    'a message twice': chat([hi, asks(tool('x')), answers('x'), answers('x', 'more'), hi]),
  },
  tool_result_misplaced: {
    'a part of a framework, an error that came late': responses([hi, fetched('x'), hi, output('x')]),
    'an error about results at the beginning': claude([...open, user(text('b'), result('x'))], {
      rules: { resultsLead: false },
      error: refused('messages.2: tool_result blocks must come first in the content, at the beginning of the message.'),
    }),
    'behind a text and a mark': claude([...open, user(text('b'), result('x'), text('c'))]),
    'behind an image, in a second message': claude([...open, user(dot), user(result('x'))]),
    'one turn late, of an error': claude([
      ...open,
      user('b'),
      assistant(text('c')),
      user(result('x', 'no', { is_error: true })),
    ]),
    'a message that came late': chat([hi, asks(tool('x')), hi, answers('x', 'out'), hi]),
    'a part of a user, where results are messages of their own': langchain([
      { type: 'human', content: 'a' },
      { type: 'ai', content: '', tool_calls: [{ type: 'tool_call', id: 'x', name: 'f', args: {} }] },
      { type: 'human', content: 'b' },
      { type: 'ai', content: 'c' },
      { type: 'human', content: [result('x', 'no', { is_error: true })] },
    ]),
    'where results stand alone, and a text beside them': claude([...open, user(result('x'), text('b'), dot)], {
      rules: { resultsAlone: true },
    }),
    'where results stand alone, and a message of text beside them': claude(
      [...open, user(result('x')), user('b'), user(dot)],
      {
        rules: { resultsAlone: true },
      },
    ),
    'where results stand alone, and blank texts, strays and none': claude(
      [...open, user(result('x'), result('y'), text(' ')), assistant(text('c')), user('d')],
      { rules: { resultsAlone: true } },
    ),
    'where calls stand alone, and a text beside them': claude(
      [
        user('a'),
        assistant(text('b'), call('x')),
        user(result('x')),
        assistant(thinking(), call('y')),
        user(result('y')),
      ],
      { rules: { callsAlone: true } },
    ),
    'where calls stand alone, and tools of the provider': claude(
      [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b')), user('c')],
      { rules: { callsAlone: true } },
    ),
    'calls in two contents, three results in two': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f', '1')),
      part('model', asked('f', '2')),
      part('user', answered('f', '1')),
      part('user', answered('f', '2')),
    ]),
    'calls in two contents, of answers that are whole': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asked('f', '1')),
        part('model', asked('f', '2')),
        part('user', answered('f', '1'), answered('f', '2')),
      ],
      { rules: { answersWhole: true } },
    ),
    'words in two contents': gemini([
      part('user', { text: 'a' }),
      part('model', { text: 'b' }),
      part('model', { text: 'c' }),
      part('user', { text: 'd' }),
    ]),
    'a result behind its home': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f', '1'), asked('g', '2')),
      part('user', answered('f', '1')),
      part('user', { text: 'b' }, answered('g', '2')),
      part('model', { text: 'c' }),
      part('user', { text: 'd' }),
    ]),
    'an error about calls in one turn with text': claude(
      [user('a'), assistant(text('b'), call('x')), user(result('x'))],
      {
        error: refused('Conversation blocks and tool use blocks cannot be provided in the same turn.'),
      },
    ),
    'an error about results in one turn with text': claude([...open, user(result('x'), text('b'))], {
      error: refused('Conversation blocks and tool result blocks cannot be provided in the same turn.'),
    }),
    'an error about results that come first': claude([...open, user(text('b'), result('x'))], {
      rules: { resultsLead: false },
      error: refused('Please ensure that function response turn comes immediately after a function call turn.'),
    }),
  },
  tool_result_content_invalid: {
    'a screenshot that is an empty list, and one that is text': responses([
      hi,
      item('computer_call', {
        id: 'cu_1',
        call_id: 'x',
        status: 'completed',
        pending_safety_checks: [],
        action: { type: 'screenshot' },
      }),
      item('computer_call_output', { call_id: 'x', output: [] }),
    ]),
    'an output of another kind than its call': responses([
      hi,
      item('custom_tool_call', { id: 'ctc_1', call_id: 'x', name: 'f', input: 'a' }),
      output('x', 'said'),
    ]),
    'an object without a text, and one whose text is none': claude([
      user('a'),
      assistant(call('1'), call('2')),
      user(result('1', { text: 7 }), result('2', true)),
    ]),
    'an object, null, a number, an empty list': claude([
      user('a'),
      assistant(call('1'), call('2'), call('3'), call('4'), call('5'), call('6')),
      user(
        result('1', { text: 'said' }),
        result('2', null),
        result('3', 7),
        result('4', []),
        result('5', { a: 1 }),
        result('6', [{ type: 'odd', text: 'said' }]),
      ),
    ]),
    'an output that is an object, null, and an empty list': responses([
      hi,
      fetched('x'),
      output('x', { a: 1 }),
      fetched('y'),
      output('y', null),
      fetched('z'),
      output('z', []),
    ]),
    'an output of another kind of call': responses([
      hi,
      item('local_shell_call', {
        id: 'lsh_1',
        call_id: 'x',
        status: 'completed',
        action: { type: 'exec', command: ['ls'], env: {} },
      }),
      output('x', 'files'),
    ]),
    'a screenshot that is none': responses([
      hi,
      item('computer_call', {
        id: 'cu_1',
        call_id: 'x',
        status: 'completed',
        pending_safety_checks: [],
        action: { type: 'screenshot' },
      }),
      item('computer_call_output', { call_id: 'x', output: 'What it showed.' }),
    ]),
    'content of a tool that is an object and null': chat([
      hi,
      asks(tool('x'), tool('y')),
      answers('x', { a: 1 }),
      answers('y', null),
      hi,
    ]),
    'one of the provider that it cannot read any more': claude(
      [
        user('a'),
        assistant(
          search('srvtoolu_1'),
          failedSearch([{ type: 'web_search_result', title: 'T', url: 'https://a.example', encrypted_content: 'x' }]),
          text('b'),
        ),
        user('c'),
      ],
      { error: refused('messages.1.content.1: web_search tool result content could not be processed') },
    ),
    'a search of which nothing can be read': claude(
      [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b')), user('c')],
      { error: refused('messages.1.content.1: web_search tool result content could not be processed') },
    ),
    'another tool than the error says': claude(
      [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b')), user('c')],
      { error: refused('messages.1.content.1: code_execution tool result content could not be processed') },
    ),
  },
}
