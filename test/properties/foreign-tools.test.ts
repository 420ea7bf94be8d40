import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { plainConversation } from '../../bench/plain-conversation.ts'
import { requestsUntilAccepted } from '../../src/testing/contracts/requests-until-accepted.ts'
import { findFormat } from '../../src/formats/index.ts'
import { uiMessages } from '../../src/formats/ai-sdk/ui-messages.ts'
import type { Format } from '../../src/formats/format.ts'
import { type FormatName, repair } from '../../src/index.ts'
import { type Kit, kits, partsOf, withParts } from '../../src/testing.ts'
import { uiMessagesKit } from '../../src/testing/provider/ai-sdk/ui-messages-kit.ts'
import { isTurn } from '../seeds.ts'
import { foreignForms, uiPart } from './foreign-forms.ts'

const input = { path: 'the path', line: 71 }
const output = 'what the file holds'
const broken = '{"path":"the path","line":71'

interface Scene {
  readonly name: string
  readonly messages: readonly unknown[]
  readonly says: readonly string[]
  /** Every half has its other one: nothing is told by anybody but the tool. */
  readonly isPaired?: boolean
}

/** By default a third of the pairs of forms, others for each target: with more cases all of them. */
function scenesOf({ write, contentField }: Format, turn: number): readonly Scene[] {
  const user = write.message('user', [write.text('Read it.', 'user')])
  const reply = write.message('assistant', [write.text('Done.', 'assistant')])
  const around = (...messages: readonly unknown[]): unknown[] => [user, ...messages, reply, user]
  const within = (role: 'user' | 'assistant', block: object): unknown =>
    write.withField(write.message(role, []), contentField, [write.text('Look:', role), block])
  const pairs = foreignForms.flatMap((call, number): Scene[] =>
    foreignForms.flatMap((result, at) => {
      if (!isTurn(number + at + turn, 3)) return []
      const isNamed = (form: string): boolean => /without ids|before tools/.test(form)
      if (isNamed(call.name) !== isNamed(result.name)) return []
      const messages = around(...call.calls(['call_1'], input), ...result.results(['call_1'], output))
      return [
        { name: `a call of ${call.name}, its result of ${result.name}`, messages, says: [output], isPaired: true },
      ]
    }),
  )
  const single = foreignForms.flatMap(({ callBlock, calls, name, resultBlock, results }): Scene[] => {
    const one = [...calls(['call_1'], input), ...results(['call_1'], output)]
    const two = [...calls(['call_2'], input), ...results(['call_2'], 'more')]
    return [
      { name: `${name}, first`, messages: [...one, reply, user], says: [output] },
      { name: `${name}, last`, messages: [user, ...one], says: [output], isPaired: true },
      { name: `${name}, twice`, messages: around(...one, ...two), says: [output, 'more'], isPaired: true },
      {
        name: `${name}, in parallel`,
        messages: around(...calls(['call_1', 'call_2'], input), ...results(['call_1', 'call_2'], output)),
        says: [output],
        isPaired: true,
      },
      {
        name: `${name}, with an id that is legal there alone`,
        messages: around(...calls(['functions.read:0|x'], input), ...results(['functions.read:0|x'], output)),
        says: [output],
        isPaired: true,
      },
      { name: `${name}, without a result`, messages: around(...calls(['call_1'], input)), says: [] },
      { name: `${name}, without a result at the end`, messages: [user, ...calls(['call_1'], input)], says: [] },
      {
        name: `${name}, with arguments that were cut off`,
        messages: around(...calls(['call_1'], broken), ...results(['call_1'], output)),
        says: [output],
        isPaired: true,
      },
      ...(callBlock === undefined
        ? []
        : [
            {
              name: `${name}, a block of the model`,
              messages: around(
                within('assistant', callBlock('call_1', input)),
                ...(resultBlock ? [within('user', resultBlock('call_1', output))] : results(['call_1'], output)),
              ),
              says: [output],
            },
            {
              name: `${name}, a block of the user`,
              messages: [user, reply, within('user', callBlock('call_1', input))],
              says: [],
            },
          ]),
    ]
  })
  return [
    ...pairs,
    ...single,
    {
      name: 'a part of a UIMessage',
      messages: around(within('assistant', uiPart('call_1', input, output))),
      says: [output],
      isPaired: true,
    },
    {
      name: 'a UIMessage',
      messages: around({ id: 'm', role: 'assistant', parts: [uiPart('call_1', input, output)] }),
      says: [output],
      isPaired: true,
    },
  ]
}

const targets: readonly (readonly [string, Kit<FormatName, unknown>, Format | undefined])[] = [
  ...(Object.values(kits) as Kit<FormatName, unknown>[]).map((kit) => [kit.format, kit, undefined] as const),
  ['UIMessages', uiMessagesKit as unknown as Kit<FormatName, unknown>, uiMessages],
]

/** Forms that the target has itself, or that make another list of it. */
const own: Readonly<Record<string, RegExp>> = {
  'openai-chat': /^a call of (?:Gemini without ids.*before tools|Chat Completions before tools.*without ids)$/,
  UIMessages: /^AI SDK, (?:last|without a result at the end)$/,
}

describe.each(targets)('%s', (target, kit, bound) => {
  const turn = targets.findIndex(([name]) => name === target)
  const template = kit.generate({ seed: 3, turns: 2 })
  const { messages: generated, ...beside } = partsOf(kit, template)
  const found = findFormat(kit.format)
  const format = bound ?? found.bind?.(generated as readonly unknown[], beside.request) ?? found

  test.each(scenesOf(format, turn).filter(({ name }) => own[target]?.test(name) !== true))(
    'a call in another form is lost: $name',
    ({ isPaired, messages, says }) => {
      const { requests, sent } = requestsUntilAccepted(kit, withParts(kit, template, { messages }), {
        allow: 'synthesised',
      })
      const { messages: repaired, request } = partsOf(kit, sent)
      const text = JSON.stringify(repaired)
      expect(requests).not.toBeNull()
      for (const said of ['the path', '71', ...says]) expect(text).toContain(said)
      expect(text).not.toMatch(isPaired ? /not available|another API/ : /^$/)
      const again = repair(repaired, { format: kit.format, allow: 'synthesised', ...beside, request })
      expect(again.messages).toBe(repaired)
    },
  )

  // Chats have no plain rounds to put around it.
  test.skipIf(bound !== undefined)('what a screen leaves out changes what becomes of a call in another form', () => {
    const options = { format: kit.format, allow: 'synthesised', ...beside } as const
    const around = (tag: string): readonly unknown[] => plainConversation(kit.format, 10, { tag }).messages
    const differing = scenesOf(format, turn).filter(({ messages }) => {
      const list = [...around('b'), ...messages, ...around('c')]
      return !isDeepStrictEqual(repair(list, options), repair(list, { ...options, rules: {} }))
    })
    expect(differing.map(({ name }) => name)).toEqual([])
  })
})
