import { expect, test } from 'vitest'
import { diagnose, repair } from '../../../src/index.ts'
import { isOfMachine } from '../../../src/media/is-of-machine.ts'

const format = 'openai-responses'
const user = { role: 'user', content: 'a' }
const ran = (id: string, container?: string): object => ({
  type: 'code_interpreter_call',
  id,
  status: 'completed',
  code: `print('${id}')`,
  outputs: [{ type: 'logs', logs: `${id} was printed` }],
  ...(container !== undefined && { container_id: container }),
})
const expired = Object.assign(new Error('400 Container is expired.'), { status: 400 })

test('code whose machine is gone takes what it printed with it', () => {
  const messages = [user, ran('ci_1', 'cntr_1'), user, ran('ci_2', 'cntr_1'), user]
  expect(repair(messages, { format }).messages).toBe(messages)
  const result = repair(messages, { format, error: expired })
  expect(result).toMatchObject({ ok: true, loss: 'synthesised' })
  for (const told of ["print('ci_1')", 'ci_1 was printed', "print('ci_2')", 'ci_2 was printed'])
    expect(JSON.stringify(result.messages)).toContain(told)
  expect(JSON.stringify(result.messages)).not.toContain('cntr_1')
})

test('code in a store waits for an error of its own, whose machine is gone with that of another', () => {
  const messages = [user, ran('ci_1', 'cntr_1'), user, ran('ci_2', 'cntr_2'), user]
  const error = Object.assign(new Error('400 Container is expired.'), {
    status: 400,
    error: { message: 'Container is expired.', type: 'invalid_request_error', param: 'input[1].container_id' },
  })
  for (const purpose of ['request', 'stored'] as const)
    expect(JSON.stringify(repair(messages, { format, error, purpose }).messages)).not.toContain('cntr_')
})

test('what a later turn refers to goes with a reference that is gone', () => {
  const refer = (id: string): object => ({ type: 'item_reference', id })
  const gave = { type: 'function_call_output', call_id: 'x', output: 'r' }
  const later = [user, refer('rs_2'), refer('msg_2'), user]
  const messages = [user, refer('rs_1'), refer('fc_1'), gave, ...later]
  const error = Object.assign(new Error("404 Item with id 'rs_1' not found."), { status: 404 })
  const result = repair(messages, { format, error })
  expect(JSON.stringify(result.messages)).not.toMatch(/rs_1|fc_1/)
  expect(result.messages.slice(-4)).toEqual(later)
})

test('code without a machine is sent until it is refused', () => {
  expect(repair([user, ran('ci_1'), user], { format })).toMatchObject({ ok: true, loss: 'synthesised' })
})

test('an address on the machine of the user waits for the error', () => {
  const shown = (image_url: string): object[] => [
    { role: 'user', content: [{ type: 'input_image', detail: 'auto', image_url }] },
  ]
  for (const address of ['blob:https://a.example/1', '/tmp/a.png', './a.png']) {
    expect([address, isOfMachine(address)]).toEqual([address, true])
    const result = repair(shown(address), { format })
    expect(result).toMatchObject({ ok: true, loss: 'synthesised' })
    expect(JSON.stringify(result.messages)).toContain(JSON.stringify(address).slice(1, -1))
  }
  for (const address of [
    'https://a.example/a.png',
    'http://a.example/a.png',
    '//a.example/a.png',
    'file:///home/me/a.png',
    '/9j/4AAQSkZJRgABAQAAAQABAAD/wAARCAABAAEDASIAAhEBAxEB/9k=',
  ])
    expect([address, isOfMachine(address)]).toEqual([address, false])
  const fine = shown('https://a.example/a.png')
  expect(repair(fine, { format }).messages).toBe(fine)
})

test('a call whose namespace is known waits for the error, or one that needs none gets it', () => {
  const call = (name: string): object[] => [
    { type: 'function_call', call_id: name, name, arguments: '{}' },
    { type: 'function_call_output', call_id: name, output: 'o' },
  ]
  const loaded = [
    user,
    { type: 'tool_search_call', id: 'tsc_1', call_id: null, execution: 'server', arguments: {} },
    { type: 'tool_search_output', call_id: null, execution: 'server', tools: [{ type: 'function', name: 'late' }] },
    user,
  ]
  const tools = [{ type: 'tool_search' }, { type: 'function', name: 'early' }]
  const messages = [...loaded, ...call('late'), user, ...call('early'), user]
  const { faults } = diagnose(messages, { format, request: { tools } })
  expect(faults.map(({ at }) => at?.messageIndex)).toEqual([4])
  expect(repair(messages, { format, request: { tools } }).messages[4]).toMatchObject({ namespace: 'late' })
  // Who defines it by its name alone has it in no namespace, and a request without tools tells nothing.
  expect(diagnose(messages, { format, request: { tools: [...tools, { type: 'function', name: 'late' }] } }).ok).toBe(
    true,
  )
  expect(diagnose(messages, { format }).ok).toBe(true)
})

test('ids behind reasoning that is gone cost an error of their own', () => {
  const think = (id: string, sealed = false): object => ({
    type: 'reasoning',
    id,
    summary: [],
    ...(sealed && { encrypted_content: 'gAAAAABo' }),
  })
  const say = (id: string): object => ({
    type: 'message',
    id,
    role: 'assistant',
    content: [{ type: 'output_text', text: 'b', annotations: [] }],
  })
  const call = { type: 'function_call', id: 'fc_1', call_id: 'x', name: 'f', arguments: '{}' }
  const output = { type: 'function_call_output', call_id: 'x', output: 'r' }
  const messages = [user, say('msg_0'), user, think('rs_1'), say('msg_1'), user, call, output, say('msg_2'), user]
  const last = [think('rs_2', true), say('msg_3'), user, think('rs_3'), say('msg_4')]
  const error = Object.assign(new Error("404 Item with id 'rs_1' not found."), { status: 404 })
  const json = JSON.stringify(repair([...messages, ...last], { format, error }).messages)
  // What stands before it the server has found.
  expect(json.match(/"(?:rs|fc|msg)_\d"/g)).toEqual(['"msg_0"'])
  expect(json).toContain('gAAAAABo')
})
