import { describe, expect, test } from 'vitest'
import { planEdits } from '../../../src/doctor/repair/plan-edits.ts'
import { call, message, numbered, openLines, output, type Entry } from './rollout.ts'

const model = (name: string): Entry => ['turn_context', { cwd: '/w', model: name }]
const reasoning = (name: string): Entry => [
  'response_item',
  { type: 'reasoning', id: `rs_${name}`, summary: [], encrypted_content: `gAAAA${name}` },
]
/** Two responses: a call behind reasoning, then an answer behind reasoning. */
const turn = (name: string): Entry[] => [
  message('user', `prompt ${name}`),
  reasoning(`${name}1`),
  call(name),
  output(name),
  reasoning(`${name}2`),
  message('assistant', `answer ${name}`, { id: `msg_${name}` }),
]

async function leftAfter(lines: readonly Entry[], error: string): Promise<string[]> {
  const { loss, messages } = planEdits(await openLines(numbered(lines)), { allow: 'synthesised', error })
  expect(loss).not.toBe('lossy')
  const json = JSON.stringify(messages)
  const said = lines.filter(([, item]) => item['type'] === 'message').map(([, item]) => JSON.stringify(item['content']))
  expect(said.filter((content) => !json.includes(content))).toEqual([])
  return [...json.matchAll(/"gAAAA(\w+)"/g)].map(([, name]) => name!)
}

const names = ['a1', 'a2', 'b1', 'b2', 'c1', 'c2']

describe.each([
  ['index', (name: string) => `input[${'abc'.indexOf(name[0]!) * 6 + (name[1] === '1' ? 1 : 4)}]`],
  ['id', (name: string) => `item rs_${name}`],
])('an error that names reasoning by its %s', (_how, place) => {
  const refusal = (name: string): string =>
    `The encrypted content for ${place(name)} could not be verified. Reason: Encrypted content could not be decrypted or parsed.`

  test.each(names)('costs the reasoning of others, of the same model: %s', async (name) => {
    const lines = [model('gpt-a'), ...turn('a'), ...turn('b'), ...turn('c')]
    expect(await leftAfter(lines, refusal(name))).toEqual(names.filter((each) => each !== name))
  })

  test('leaves the rest of what a former model made, and needs an error for each', async () => {
    const lines = [model('gpt-a'), ...turn('a'), ...turn('b'), model('gpt-c'), message('user', 'Go on.')]
    expect(await leftAfter(lines, refusal('a1'))).toEqual([])
    // It has passed the first: the model is not the cause.
    expect(await leftAfter(lines, refusal('a2'))).toEqual(['a1', 'b1', 'b2'])
  })

  test('costs what the model has accepted before it answered, or what a third one made', async () => {
    const lines = [model('gpt-a'), ...turn('a'), model('gpt-c'), ...turn('c')]
    expect(await leftAfter(lines, refusal('a1'))).toEqual(['a2', 'c1', 'c2'])
    const three = [
      model('gpt-a'),
      ...turn('a'),
      model('gpt-b'),
      ...turn('b'),
      model('gpt-c'),
      message('user', 'Go on.'),
    ]
    expect(await leftAfter(three, refusal('a1'))).toEqual(['b1', 'b2'])
    expect(await leftAfter(three, refusal('b1'))).toEqual(['a1', 'a2'])
  })
})

test('calls of one response that lost its reasoning need an error each, or cost the reasoning of the next', async () => {
  const lines = [
    message('user', 'x'),
    call('1'),
    call('2'),
    output('1'),
    output('2'),
    reasoning('b'),
    call('3'),
    output('3'),
  ]
  const session = await openLines(numbered(lines))
  const error = "Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_a'."
  const { loss, messages } = planEdits(session, { allow: 'synthesised', error })
  expect(loss).toBe('none')
  const ids = (messages as { id?: string; type: string }[]).filter(({ type }) => !type.endsWith('_output'))
  expect(ids.map(({ id }) => id)).toEqual([undefined, undefined, undefined, 'rs_b', 'fc_3'])
})
