import { assistant, call, image, result, search, system, text, thinking, user } from '../anthropic.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { hi } from './messages.ts'
import { chat, claude, converse, gemini, refused, responses, type Scenes } from './scene.ts'

const say = (role: unknown, content: unknown, more: object = {}): object => ({ role, content, ...more })
const there = say('assistant', 'Hi there.')
const asks = (id: string): object =>
  say('assistant', null, { tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }] })
const answers = (id: string): object => say('tool', 'ok', { tool_call_id: id })
const part = (role: unknown, ...texts: string[]): object => ({ role, parts: texts.map((value) => ({ text: value })) })
const says = (role: unknown, ...texts: string[]): object => ({ role, content: texts.map((value) => ({ text: value })) })
const fourRoles = new Set(['system', 'user', 'assistant', 'tool'])
const summary = (extra: object = {}): object => ({ type: 'compaction', content: 'So far.', ...extra })
const dot = image(tinyPng().data)
const inList = { rules: { systemMessages: 'before-assistant' } } as const

/** Who speaks, and when. */
export const roles: Scenes = {
  role_invalid: {
    'a system message for the backend of ChatGPT': responses(
      [{ role: 'system', content: 'a' }, user('b'), { role: 'system', content: 'c' }],
      { error: { status: 400, error: { detail: 'System messages are not allowed' } } },
    ),
    'two contents without a role, one of them empty': gemini([
      { parts: [{ text: 'a' }] },
      part('model', 'b'),
      part('user', 'c'),
    ]),
    'one content whose role is empty, and null': gemini([{ role: '', parts: [{ text: 'a' }] }]),
    'one content whose role is null': gemini([{ role: null, parts: [{ text: 'a' }] }]),
    'one content of another name': gemini([part('narrator', 'a')]),
    'calls and thinking of nobody': claude([
      user('a'),
      { role: 'ghost', content: [thinking(), text('b')] },
      user('c'),
      { role: 'ghost', content: [summary({ signature: 'c2ln' }), text('d')] },
    ]),
    'a result of nobody, beside a call': claude([
      user('a'),
      { role: 'ghost', content: [call('x'), result('x')] },
      user('b'),
    ]),
    'system where a server knows but tools and developers': chat([say('system', 'Be brief.'), hi], {
      rules: { roleNames: new Set(['user', 'assistant', 'developer', 'tool']) },
    }),
    'a tool in the role of an assistant, and one without its role': chat([
      hi,
      asks('x'),
      say('Tool', 'ok', { tool_call_id: 'x' }),
      say('narrator', null, { tool_calls: tool('y') }),
      answers('y'),
    ]),
    'a system message first, without a text': claude(
      [{ role: 'system', content: [thinking(), dot] }, user('a')],
      inList,
    ),
    'a system message first with an image, that is lifted': claude([
      { role: 'system', content: [text('A'), dot] },
      user('a'),
    ]),
    'system messages at both ends': claude(
      [system('A'), user('a'), assistant(text('b')), system('B'), user('c'), system('C'), user('d')],
      inList,
    ),
    'names of other formats': chat([
      say('human', 'a'),
      say('model', 'b'),
      say('Human', 'c'),
      say('ai', 'd'),
      hi,
      say('bot', 'e'),
      say('narrator', 'f'),
    ]),
    'roles that are not names': chat([
      say(7, 'a'),
      say('', 'b'),
      say(null, 'c'),
      { content: 'd' },
      say('x'.repeat(50), 'e'),
    ]),
    'a developer where a server knows none': chat([say('developer', 'Be brief.'), hi], {
      rules: { roleNames: fourRoles },
    }),
    'system where a server knows neither': chat([say('system', 'Be brief.'), hi], {
      rules: { roleNames: new Set(['user', 'assistant']) },
    }),
    'system where a server knows developers': chat([say('system', 'Be brief.'), hi], {
      rules: { roleNames: new Set(['user', 'assistant', 'developer']) },
    }),
    'an error that names developers': chat([say('developer', 'Be brief.'), hi], {
      error: refused("Unexpected role 'developer' in messages[0].role"),
    }),
    'an error that names system': chat([say('system', 'Be brief.'), hi], {
      error: refused("'messages[0].role' does not support 'system' with this model."),
    }),
    'a function in the role of the tool, and a tool as function': chat([
      hi,
      asks('x'),
      say('function', 'ok', { tool_call_id: 'x', name: 'f' }),
      there,
    ]),
    'calls of a person, thinking of a system, a summary of nobody': claude([
      user('a'),
      { role: 'narrator', content: [call('x')] },
      user(result('x')),
      { role: 'model', content: [text('b')] },
      user('c'),
      { role: 'human', content: [thinking(), text('d')] },
      { role: 'tool', content: [text('e')] },
      { role: 'developer', content: [dot] },
      assistant(text('f')),
      { role: 'ghost', content: [summary()] },
    ]),
    'one content without a role, and two': gemini([{ parts: [{ text: 'a' }] }]),
    'two contents without a role': gemini([{ parts: [{ text: 'a' }] }, { parts: [{ text: 'b' }] }]),
    'a string and null among messages': claude(['Hi' as never, null as never, user('a')]),
    'a system message first, with nothing but text': claude([system(text('A'), text('B')), user('a')]),
    'a system message first that may stand before the assistant': claude([system('A'), user('a')], inList),
    'a system message last, behind a user': claude([user('a'), system('A')], inList),
    'a system message last, behind an assistant': claude([user('a'), assistant(text('b')), system('A')], inList),
    'a system message that is an image, first': claude([{ role: 'system', content: [dot] }, user('a')], inList),
    'a system message first, with an image and an address': converse([
      { role: 'system', content: [{ text: 'A' }, { image: { format: 'png', source: { bytes: tinyPng().data } } }] },
      says('user', 'a'),
    ]),
    'a system message in the middle': claude(
      [user('a'), assistant(text('b')), system('A'), system('B'), user('c')],
      inList,
    ),
    'a system message with a result, thinking, an image and another text, at last': claude([
      user('a'),
      assistant(text('b')),
      {
        role: 'system',
        content: [result('y', 'out'), thinking(), dot, { type: 'odd', text: 'Odd words.' }, text(' '), text('C')],
      },
    ]),
    'a system message with nothing that may stay': claude([
      user('a'),
      assistant(text('b')),
      { role: 'system', content: [thinking()] },
    ]),
    'a system message of nothing, first': gemini([{ role: 'system', parts: [{ text: ' ' }] }, part('user', 'a')]),
    'system messages that are lifted': gemini([
      part('system', 'A'),
      part('user', 'a'),
      part('model', 'b'),
      part('system', 'B'),
      part('user', 'c'),
    ]),
    'system messages that must lead': chat([say('system', 'A'), hi, say('system', 'B'), there], {
      rules: { systemMessages: 'leading' },
    }),
    'system messages after a user or first': chat(
      [say('system', 'A'), hi, say('system', 'B'), there, say('system', 'C'), hi],
      {
        rules: { systemMessages: 'after-user' },
      },
    ),
    'a system message after a tool of the provider': claude(
      [
        user('a'),
        assistant(search('srvtoolu_1'), { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }),
        system('Mind the time.'),
        assistant(text('b')),
      ],
      inList,
    ),
    'a system message before a user that says more than once': claude(
      [user('a'), assistant(text('b')), system('Mind.'), user('c'), user('d'), assistant(text('e')), user('f')],
      inList,
    ),
    'a system message between assistants, a question later': claude(
      [
        user('a'),
        assistant(text('b')),
        system('Mind.'),
        assistant(text('c')),
        user('d'),
        assistant(text('e')),
        user('f'),
      ],
      inList,
    ),
    'an error that lifts': claude([user('a'), assistant(text('b')), user('c'), system('A')], {
      error: refused("messages.3.role: role 'system' is not supported on this model"),
    }),
    'an error that wants them in front': chat([say('system', 'A'), hi, there, say('system', 'B'), hi], {
      error: refused('System message must be at the beginning.'),
    }),
  },
  role_alternation: {
    'an error of a chat template with nothing but an assistant': chat([say('system', 'A'), there, there], {
      error: refused('Conversation roles must alternate user/assistant/user/assistant/...'),
    }),
    'three messages, calls in the middle, where calls stand alone': claude(
      [user('a'), assistant(text('b'), call('x')), assistant(text('c')), assistant(text('d')), user(result('x'))],
      { rules: { alternation: 'required', resultsAlone: true } },
    ),
    'two users, three assistants': converse([
      says('user', 'a'),
      says('user', 'b'),
      says('assistant', 'c'),
      says('assistant', 'd'),
      says('assistant', 'e'),
      says('user', 'f'),
    ]),
    'two systems where they may stand anywhere, and where not': chat([say('system', 'A'), say('system', 'B'), hi], {
      rules: { alternation: 'required' },
    }),
    'two systems in front where one may be': chat([say('system', 'A'), say('system', 'B'), hi], {
      rules: { alternation: 'required', systemMessages: 'leading' },
    }),
    'two results of tools': chat(
      [hi, say('assistant', null, { tool_calls: [...tool('x'), ...tool('y')] }), answers('x'), answers('y')],
      { rules: { alternation: 'required' } },
    ),
    'two of unknown roles': chat([hi, say('x', 'a'), say('x', 'b')], { rules: { alternation: 'required' } }),
    'a call that is still open in front': claude([user('a'), assistant(call('x')), assistant(text('b')), user('c')], {
      rules: { alternation: 'required' },
    }),
    'a call that the provider left open in front': claude(
      [user('a'), assistant(search('srvtoolu_1')), assistant(text('b')), user('c')],
      {
        rules: { alternation: 'required' },
      },
    ),
    'calls and words where calls stand alone': claude(
      [user('a'), assistant(text('b')), assistant(call('x')), assistant(call('y')), user(result('x'), result('y'))],
      { rules: { alternation: 'required', resultsAlone: true } },
    ),
    'words of a user and results where results stand alone': claude(
      [user('a'), assistant(call('x')), user(result('x')), user('b'), assistant(text('c'))],
      { rules: { alternation: 'required', resultsAlone: true } },
    ),
    'an error of the provider': claude([user('a'), user('b'), assistant(text('c'))], {
      error: refused(
        'messages: roles must alternate between "user" and "assistant", but found multiple "user" roles in a row',
      ),
    }),
    'an error of a chat template': chat([there, say('system', 'A'), hi, hi, asks('x'), answers('x'), hi], {
      error: refused('Conversation roles must alternate user/assistant/user/assistant/...'),
    }),
  },
  role_order: {
    'an error that wants one, with none at all': chat([there, there], {
      error: refused('First message must be from user'),
    }),
    'an error about what comes after a tool': chat([hi, asks('x'), answers('x'), hi], {
      error: refused('Expected last role Assistant, but got user after tool'),
    }),
    'a user later, the assistant allowed first': chat([there, hi], { rules: { userDemanded: true } }),
    'a system before the assistant that may stand there': claude(
      [system('A'), assistant(text('a')), user('b')],
      inList,
    ),
    'an assistant first': claude([assistant(text('a')), user('b')]),
    'a summary first': claude([assistant(summary()), user('b')]),
    'nobody but assistants': chat([there, there], { rules: { userDemanded: true } }),
    'nobody but a system': chat([say('system', 'A'), say('system', 'B')], { rules: { userDemanded: true } }),
    'nobody but a system, in a store': chat([say('system', 'A')], { rules: { userDemanded: true }, purpose: 'stored' }),
    'a system, then an assistant': chat([say('system', 'A'), there, hi], { rules: { firstRoles: ['user'] } }),
    'a system where it stands before the assistant': claude([system('A'), assistant(text('a')), user('b')]),
    'an unknown role first': chat([say('x', 'a'), there], { rules: { firstRoles: ['user'] } }),
    'no message at all': chat([], { rules: { userDemanded: true } }),
    'a user right behind a tool': chat([hi, asks('x'), answers('x'), hi, there], {
      rules: { assistantAfterTool: true },
    }),
    'a user behind a tool where that is well': chat([hi, asks('x'), answers('x'), hi]),
    'an error of a user behind a tool': chat([hi, asks('x'), answers('x'), hi], {
      error: refused("Unexpected role 'user' after role 'tool'"),
    }),
    'an error that wants a user first': chat([there, hi], {
      error: refused('First message must be from user'),
    }),
    'a model first, of Gemini': gemini([part('model', 'a'), part('user', 'b')]),
  },
  prefill_unsupported: {
    'an error where turns are handed back': claude([user('a'), assistant(search('srvtoolu_1'))], {
      error: refused(
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      ),
    }),
    'a mark on what is no object': chat([hi, say('assistant', 'b', { prefix: 1 })], {
      rules: { prefill: false, prefillField: 'prefix' },
    }),
    'an assistant last, in a request': gemini([part('user', 'a'), part('model', 'b')], {
      request: { model: 'gemini-3-pro' },
    }),
    'an assistant last, in a store': gemini([part('user', 'a'), part('model', 'b')], {
      request: { model: 'gemini-3-pro' },
      purpose: 'stored',
    }),
    'an assistant last, said twice': gemini([part('user', 'a'), part('model', 'b'), part('model', 'b')], {
      request: { model: 'gemini-3-pro' },
    }),
    'an assistant last, twice but not the same': gemini([part('user', 'a'), part('model', 'b'), part('model', 'c')], {
      request: { model: 'gemini-3-pro' },
    }),
    'a call that may still be answered': claude([user('a'), assistant(call('x'))], {
      rules: { prefill: false },
      purpose: 'stored',
    }),
    'a turn that the provider handed back': claude([user('a'), assistant(search('srvtoolu_1'))], {
      rules: { prefill: false },
    }),
    'a summary last': claude([user('a'), assistant(summary())], { rules: { prefill: false } }),
    'a turn that looks handed back where none is': claude([user('a'), assistant(search('srvtoolu_1'))], {
      rules: { prefill: false, turnsPaused: false },
    }),
    'a mark that allows it': chat([hi, say('assistant', 'b', { prefix: true })], {
      rules: { prefill: false, prefillField: 'prefix' },
    }),
    'a mark that says no': chat([hi, say('assistant', 'b', { prefix: false })], {
      rules: { prefill: false, prefillField: 'prefix' },
    }),
    'an error of the provider': claude([user('a'), assistant(text('b'))], {
      request: { model: 'claude-opus-5' },
      rules: { prefill: true },
      error: refused(
        'This model does not support assistant message prefill. The conversation must end with a user message.',
      ),
    }),
    'nothing but thinking where that is refused': claude([user('a'), assistant(thinking()), user('b')], {
      rules: { thinkingAlone: false },
    }),
    'thinking and a text, nothing at all, and thinking of a user': claude(
      [user('a'), assistant(thinking(), text('b')), { role: 'assistant', content: [] }, user('c')],
      { rules: { thinkingAlone: false } },
    ),
  },
  conversation_empty: {
    'no message': claude([]),
    'no message beside a former response': responses([], {
      request: { model: 'gpt-5', previous_response_id: 'resp_1' },
    }),
    'an error about the list': claude([], { error: refused('messages: at least one message is required') }),
  },
}

function tool(id: string): object[] {
  return [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }]
}
