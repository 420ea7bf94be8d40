import { assistant, call, result, user } from '../anthropic.ts'

/* Messages of scenes, as their providers write them. */

export const say = (role: string, content: unknown, more: object = {}): object => ({ role, content, ...more })
export const hi: object = say('user', 'Hi')
export const tool = (id: unknown, args: unknown = '{}', name: unknown = 'f'): object => ({
  id,
  type: 'function',
  function: { name, arguments: args },
})
export const asks = (...calls: readonly unknown[]): object => say('assistant', null, { tool_calls: calls })
export const answers = (id: unknown, content: unknown = 'ok', more: object = {}): object =>
  say('tool', content, { tool_call_id: id, ...more })
export const item = (type: string, more: object): object => ({ type, ...more })
export const fetched = (id: string, name = 'f'): object =>
  item('function_call', { id: `fc_${id}`, call_id: id, name, arguments: '{}' })
export const output = (id: unknown, value: unknown = 'ok'): object =>
  item('function_call_output', { call_id: id, output: value })
export const part = (role: string, ...parts: unknown[]): object => ({ role, parts })
export const asked = (name: string, id?: string): object => ({ functionCall: { ...(id && { id }), name, args: {} } })
export const answered = (name: string, id?: string): object => ({
  functionResponse: { ...(id && { id }), name, response: { output: 'ok' } },
})
export const open: readonly object[] = [user('a'), assistant(call('x'))]
export const ran: readonly object[] = [...open, user(result('x'))]
export const reasons = (more: object): object => item('reasoning', { summary: [], ...more })
