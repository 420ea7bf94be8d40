import { describe, expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { assistant, refusal, text, thinking, user } from '../strategies/anthropic.ts'

describe('thinking of another account', () => {
  const messages = [
    user('a'),
    assistant(thinking('one'), text('b')),
    user('c'),
    assistant(thinking('two'), text('d')),
    user('e'),
    assistant(thinking('three'), text('f')),
    user('g'),
  ]
  const refusedAt = (index: number): Error =>
    refusal(`messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`)
  const leftAfter = (error: Error, purpose: 'request' | 'stored'): number =>
    JSON.stringify(repair(messages, { format: 'anthropic-messages', error, purpose }).messages).split('"thinking":')
      .length - 1

  test('needs a request for each block although the first of all is refused', () => {
    expect(leftAfter(refusedAt(1), 'request')).toBe(0)
  })

  test('costs blocks that the provider has passed', () => {
    expect(leftAfter(refusedAt(3), 'request')).toBe(1)
    expect(leftAfter(refusedAt(5), 'request')).toBe(2)
  })

  test('costs the thinking of the turn that still runs', () => {
    const call = { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} }
    const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'x' }
    const running = [...messages, assistant(thinking('four'), call), user(result)]
    const { messages: sent } = repair(running, { format: 'anthropic-messages', error: refusedAt(3) })
    expect(JSON.stringify(sent)).toContain('"thinking":"one"')
    expect(JSON.stringify(sent)).not.toMatch(/"thinking":"(?:two|three)"/)
    expect(sent.slice(-2)).toEqual(running.slice(-2))
  })

  test('is spared behind redacted thinking, which is sealed in another way', () => {
    const redacted = { type: 'redacted_thinking', data: 'UkVEQUNURUQ=' }
    const led = [user('a'), assistant(redacted, text('b')), ...messages]
    const result = repair(led, { format: 'anthropic-messages', error: refusedAt(3) })
    expect(result.messages.slice(0, 2)).toEqual(led.slice(0, 2))
    expect(JSON.stringify(result.messages)).not.toContain('"thinking":')
  })

  test('leaves a store before it is named', () => {
    expect(leftAfter(refusedAt(1), 'stored')).toBe(2)
  })
})

describe('Responses items', () => {
  const format = 'openai-responses'
  const ask = (content: string): object => ({ role: 'user', content })
  const call = (name: string): object => ({
    type: 'function_call',
    id: `fc_${name}`,
    call_id: `call_${name}`,
    name: 'f',
    arguments: '{}',
  })
  const output = (name: string): object => ({ type: 'function_call_output', call_id: `call_${name}`, output: name })
  const reasoning = (id: string, extra: object = {}): object => ({ type: 'reasoning', id, summary: [], ...extra })
  const answer = (id: string): object => ({
    type: 'message',
    role: 'assistant',
    id,
    status: 'completed',
    content: [{ type: 'output_text', text: 'So.', annotations: [] }],
  })
  const idsLeft = (messages: readonly unknown[], message: string): (string | undefined)[] => {
    const error = Object.assign(new Error(`400 ${message}`), { status: 400 })
    const { loss, messages: repaired } = repair(messages, { format, error })
    expect(loss).not.toBe('lossy')
    return (repaired as { id?: string }[]).map(({ id }) => id)
  }

  test('of one step lose their reasoning one request after another', () => {
    const step = [
      ask('a'),
      call('1'),
      call('2'),
      output('1'),
      output('2'),
      reasoning('rs_b'),
      call('3'),
      output('3'),
      ask('b'),
    ]
    const error = "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_a'."
    expect(idsLeft(step, error)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
      'rs_b',
      'fc_3',
      undefined,
      undefined,
    ])
  })

  test('that the server has dropped go one request after another', () => {
    const list = [ask('a'), reasoning('rs_a'), answer('msg_a'), ask('b'), reasoning('rs_b'), answer('msg_b'), ask('c')]
    expect(idsLeft(list, "Item with id 'rs_a' not found.").join()).not.toContain('rs_')
    // The server has found the first: only the second is lost.
    expect(idsLeft(list, "Item with id 'rs_b' not found.")).toContain('rs_a')
  })

  test('that are references to one response go one request after another', () => {
    const refer = (id: string): object => ({ type: 'item_reference', id })
    const list = [
      ask('a'),
      refer('rs_a'),
      refer('fc_1'),
      refer('fc_2'),
      output('1'),
      output('2'),
      refer('msg_a'),
      ask('b'),
    ]
    expect(idsLeft(list, "Item with id 'rs_a' not found.").filter(Boolean)).toEqual(['msg_a'])
    const said = [ask('a'), refer('rs_a'), refer('msg_a'), refer('msg_b'), refer('rs_b'), refer('msg_c'), ask('b')]
    expect(idsLeft(said, "Item with id 'rs_a' not found.").filter(Boolean)).toEqual(['msg_b', 'rs_b', 'msg_c'])
    expect(idsLeft(said, "Item with id 'msg_b' not found.").filter(Boolean)).toHaveLength(4)
  })

  test('that cannot be decrypted go one request after another', () => {
    const sealed = (id: string): object => reasoning(id, { encrypted_content: `gAAAA${id}` })
    const list = [ask('a'), sealed('rs_a'), answer('msg_a'), ask('b'), sealed('rs_b'), answer('msg_b'), ask('c')]
    const error =
      'The encrypted content for item rs_a could not be verified. Reason: Encrypted content could not be decrypted or parsed.'
    expect(JSON.stringify(idsLeft(list, error))).not.toContain('rs_')
  })

  test('that are only references lose their reasoning one request after another, or take other steps with them', () => {
    const refer = (id: string): object => ({ type: 'item_reference', id })
    const steps = [
      [refer('fc_1'), refer('fc_2'), output('1'), output('2')],
      [refer('fc_3'), { id: 'fc_4' }, output('3'), output('4')],
      [refer('fc_5'), refer('fc_6'), output('5'), output('6')],
    ]
    for (const [at, named] of ['fc_1', 'fc_3', 'fc_5'].entries()) {
      const list = steps.flatMap((step, index) => [
        ask(`${index}`),
        ...(index === at ? [] : [refer(`rs_${index}`)]),
        ...step,
      ])
      const error = `Item '${named}' of type 'function_call' was provided without its required 'reasoning' item: 'rs_x'.`
      const left = idsLeft(list, error).filter((id) => id !== undefined)
      const kept = steps.flatMap((_, index) =>
        index === at ? [] : [`rs_${index}`, `fc_${2 * index + 1}`, `fc_${2 * index + 2}`],
      )
      expect(left).toEqual(kept)
    }
  })

  test('leave a call open because a later reference might be its output', () => {
    const list = [ask('a'), call('1'), ask('b'), { type: 'item_reference', id: 'msg_x' }, ask('c')]
    expect(repair(list, { format }).messages).toHaveLength(6)
    const unsure = list.with(3, { type: 'item_reference', id: 'fc_x' })
    expect(repair(unsure, { format }).messages).toBe(unsure)
    const error = new Error('400 No tool output found for function call call_1.')
    expect(repair(unsure, { format, error }).messages).toHaveLength(6)
  })
})
