import { array, assert, constantFrom, json, jsonValue, nat, property, record, tuple } from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { elementEnds } from '../../src/json/element-ends.ts'
import { isSameJson } from '../../src/json/is-same-json.ts'
import { FormerMessages } from '../../src/recovery/sessions/former-messages.ts'

const say = (content: string): object => ({ role: 'user', content })
const bodyOf = (...contents: readonly string[]): string =>
  JSON.stringify({ model: 'm', messages: contents.map(say), stream: true })
const listOf = (former: FormerMessages, text: string): readonly unknown[] =>
  (former.parse(text, 'messages') as { messages: readonly unknown[] }).messages

test('a message that a former request held is not the object from then', () => {
  const former = new FormerMessages()
  const first = listOf(former, bodyOf('a', 'b'))
  const second = listOf(former, bodyOf('a', 'b', 'c'))
  expect(second).toEqual([say('a'), say('b'), say('c')])
  expect(second[0]).toBe(first[0])
  expect(second[1]).toBe(first[1])
  expect(listOf(former, bodyOf('a', 'b', 'c'))[2]).toBe(second[2])
})

test('a changed message, at the first place or the last, is taken for the former one', () => {
  const former = new FormerMessages()
  const first = listOf(former, bodyOf('a', 'b', 'c'))
  const last = listOf(former, bodyOf('a', 'b', 'd'))
  expect(last).toEqual([say('a'), say('b'), say('d')])
  expect(last[1]).toBe(first[1])
  expect(listOf(former, bodyOf('x', 'b', 'c'))).toEqual([say('x'), say('b'), say('c')])
})

test('a fork makes the conversation that it left be forgotten', () => {
  const former = new FormerMessages()
  const first = listOf(former, bodyOf('a', 'b'))
  listOf(former, bodyOf('a', 'z'))
  expect(listOf(former, bodyOf('a', 'b', 'c'))[1]).toBe(first[1])
  // The shorter fork is asked last, when as many messages as it has are known to be the same.
  expect(listOf(former, bodyOf('a', 'b', 'd'))[1]).toBe(first[1])
})

test('one list begins as another one goes on, and lends it its beginning', () => {
  const former = new FormerMessages()
  listOf(former, bodyOf('x', 'b', 'c'))
  const first = listOf(former, bodyOf('a'))
  const list = listOf(former, bodyOf('a', 'b', 'c'))
  expect(list).toEqual([say('a'), say('b'), say('c')])
  expect(list[0]).toBe(first[0])
})

test('a list that parts from a former one at any place keeps too much of it, or too little', () => {
  const names = [...'abcdefghi']
  let cases = 0
  for (let length = 1; length <= names.length; length += 1)
    for (let at = 0; at < length; at += 1) {
      const former = new FormerMessages()
      const own = names.slice(0, length)
      const first = listOf(former, bodyOf(...own))
      const list = listOf(former, bodyOf(...own.with(at, 'z'), 'end'))
      expect(list.map((message, index) => message === first[index])).toEqual([
        ...own.map((_, index) => index < at),
        false,
      ])
      cases += 1
    }
  expect(cases).toBe(45)
})

test('another field before the list, or behind it, makes its messages unknown', () => {
  const former = new FormerMessages()
  const first = listOf(former, bodyOf('a'))
  const text = JSON.stringify({ model: 'longer', messages: [say('a'), say('b')], tools: [{ messages: [1] }] })
  expect(former.parse(text, 'messages')).toEqual(JSON.parse(text))
  expect(listOf(former, text)[0]).toBe(first[0])
})

test('what only looks like the list of a body is taken for it', () => {
  const former = new FormerMessages()
  const list = JSON.stringify([say('a'), say('b')])
  for (const text of [
    `{"tools":[{"messages":${list}}],"messages":${list}}`,
    `{"messages":${list},"messages":[{"role":"user","content":"later"}]}`,
    `{"messages":${list},"\\u006dessages":[{"role":"user","content":"later"}]}`,
    `{"messages":${list},"messages":7}`,
    '{"messages":[]}',
    '{"messages":[1,"two",{"three":3}]}',
    '{"messages":"[text]","x":"\\"messages\\":["}',
  ])
    for (let again = 0; again < 2; again += 1) expect(former.parse(text, 'messages')).toEqual(JSON.parse(text))
})

test.each([
  [2, true],
  [3, false],
])(
  'behind %i lists that are another field, the messages are looked for without end, or not at all',
  (others, isKnown) => {
    const former = new FormerMessages()
    const text = `{${'"tools":{"messages":[1]},'.repeat(others)}"messages":[${JSON.stringify(say('a'))}]}`
    expect(listOf(former, text)[0] === listOf(former, text)[0]).toBe(isKnown)
  },
)

test.each<readonly [head: string, isKnown: boolean]>([
  ['{"stop":["messages","messages","messages","messages"],"messages":[', true],
  ['{"of":"messages","n":[1],"a":{"messages":[]},"b":{"messages":[]},"messages":[', true],
  ['{"a":{"messages":[]},"b":{"messages":[]},"c":{"messages":[]},"messages":[', false],
  [`{"messages"${' '.repeat(62)}:[`, true],
  [`{"messages"${' '.repeat(63)}:[`, false],
])('behind %s a list is looked for in another number of places', (head, isKnown) => {
  const former = new FormerMessages()
  const read = (...contents: readonly string[]): unknown =>
    listOf(former, `${head}${contents.map((content) => JSON.stringify(say(content))).join()}]}`)[0]
  expect(read('a', 'b') === read('a', 'b', 'c')).toBe(isKnown)
})

test('a text that is no JSON is read, as a list that goes on behind known messages', () => {
  const former = new FormerMessages()
  listOf(former, bodyOf('a'))
  const known = JSON.stringify(say('a'))
  for (const rest of ['', ']', '}]}', '{}]}', 'x]}', ',]}', '],}'])
    expect(() => former.parse(`{"model":"m","messages":[${known}${rest}`, 'messages')).toThrow(SyntaxError)
})

test('requests beyond what is kept, or larger than all of it, are kept all the same', () => {
  const former = new FormerMessages()
  const first = listOf(former, bodyOf('first'))
  for (let index = 0; index < 64; index += 1) listOf(former, bodyOf(`${index}`))
  expect(listOf(former, bodyOf('first'))[0]).not.toBe(first[0])
  const large = bodyOf('x'.repeat(100))
  const small = new FormerMessages(100)
  expect(listOf(small, large)[0]).not.toBe(listOf(small, large)[0])
})

test('a conversation that grows, forks or is rewritten is not what JSON.parse makes of its text', () => {
  const blank = constantFrom('', ' ', '\n  ')
  const element = tuple(jsonValue({ maxDepth: 2 }), blank).map(([value, space]) => JSON.stringify(value, null, space))
  const request = record({ kept: nat(6), added: array(element, { maxLength: 3 }), head: jsonValue(), space: blank })
  assert(
    property(array(request, { maxLength: 6 }), (requests) => {
      const former = new FormerMessages()
      const formerBytes = new FormerMessages()
      // What has to go leaves its bytes to the next one.
      const fewBytes = new FormerMessages(150)
      let elements: string[] = []
      for (const { added, head, kept, space } of requests) {
        elements = [...elements.slice(0, kept), ...added]
        const list = `[${space}${elements.join(`${space},${space}`)}${space}]`
        const text = `{"head":${JSON.stringify(head)},"messages"${space}:${list}${space},"tail":{"messages":[{}]}}`
        expect(former.parse(text, 'messages')).toEqual(JSON.parse(text))
        for (const each of [formerBytes, fewBytes])
          expect(each.parse(Buffer.from(text), 'messages')).toEqual(JSON.parse(text))
      }
    }),
  )
})

test('the bytes of a request are not read as their text is, or a message that they repeat is not known', () => {
  const former = new FormerMessages()
  const read = (...parts: readonly (string | number[])[]): readonly unknown[] => {
    const bytes = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
    const body = former.parse(bytes, 'messages')
    expect(body).toEqual(JSON.parse(bytes.toString('utf8')))
    return (body as { messages: readonly unknown[] }).messages
  }
  const [start, broken, next] = ['{"messages":[{"role":"user","content":"é😀', [0xf0, 0x9f, 0xff], '"},{"content":"é"}']
  const first = read(start, broken, '"}]}')
  const second = read(start, broken, next, ']}')
  expect(second[0]).toBe(first[0])
  expect(read(start, broken, next, ',{"content":"ü"}]}')[1]).toBe(second[1])
  expect(read(start, [0xf0, 0x9f], next, ']}')[0]).not.toBe(first[0])
  // The same characters come as text: nothing of them is known, and both go on.
  const text = bodyOf('a', 'b')
  expect(listOf(former, text)[0]).toBe(listOf(former, text)[0])
  expect(former.parse(Buffer.from(text), 'messages')).toEqual(JSON.parse(text))
})

test('turn by turn, the bytes of a conversation or of a fork that takes its place are forgotten', () => {
  // No room for two: the second conversation is written where the first was.
  const former = new FormerMessages(1500)
  for (const name of ['one', 'two']) {
    const names: string[] = []
    let last: readonly unknown[] = []
    for (let turn = 0; turn < 20; turn += 1) {
      names.push(`${name} ${turn}`)
      const text = Buffer.from(bodyOf(...names))
      const { messages } = former.parse(text, 'messages') as { messages: readonly unknown[] }
      expect(messages).toEqual(names.map(say))
      expect(last.every((message, index) => message === messages[index])).toBe(true)
      last = messages
    }
  }
})

test('each conversation that takes the place of another takes memory of its own', () => {
  const made = vi.spyOn(Buffer, 'allocUnsafeSlow')
  onTestFinished(() => made.mockRestore())
  const former = new FormerMessages(100)
  for (let turn = 10; turn < 30; turn += 1) former.parse(Buffer.from(bodyOf(`${turn}`)), 'messages')
  expect(made).toHaveBeenCalledTimes(3)
  // What stood there is written over from its first byte on.
  const spaced = Buffer.from(bodyOf('30').replace('[', '[ '))
  const [first, again] = [1, 2].map(() => (former.parse(spaced, 'messages') as { messages: object[] }).messages[0])
  expect([again === first, made.mock.calls.length]).toEqual([true, 3])
  // A large one lends its room to none that would hold most of it for nothing.
  const few = new FormerMessages(300)
  const calls = [150, 43, 44, 72].map((length) => {
    few.parse(Buffer.from(bodyOf('x'.repeat(length))), 'messages')
    return made.mock.calls.length - 3
  })
  expect(calls).toEqual([1, 2, 3, 3])
})

test('two conversations are written where one was that has outgrown its room', () => {
  const former = new FormerMessages()
  const read = (...contents: readonly string[]): unknown => {
    const body = former.parse(Buffer.from(bodyOf(...contents)), 'messages')
    return (body as { messages: readonly unknown[] }).messages[0]
  }
  const [own, ...others] = ['own', 'one', 'two'].map((name) => name.repeat(10)) as [string, ...string[]]
  read(own)
  read(own, 'more')
  const first = others.map((name) => read(name))
  expect(others.map((name) => read(name) === first.shift())).toEqual([true, true])
})

test('an element of a list ends elsewhere', () => {
  assert(
    property(array(record({ a: jsonValue() })), constantFrom('', ' ', '\n  '), (list, space) => {
      const text = JSON.stringify(list, null, space)
      const ends = elementEnds(text, 1)
      const cut = ends.map((end, index) => text.slice(ends[index - 1] ?? 1, end).replace(/^[\s,]+/, ''))
      expect(cut.map((element) => JSON.parse(element) as unknown)).toEqual(JSON.parse(text))
    }),
  )
  expect(elementEnds('[{"a":"\\\\"},["}\\"]"], 7, {}]', 1)).toEqual([11, 20])
})

test('two values are the same although they are written differently, or differ although they are written alike', () => {
  assert(
    property(json(), json(), (one, two) => {
      const [first, second] = [JSON.parse(one) as unknown, JSON.parse(two) as unknown]
      expect(isSameJson(first, second)).toBe(JSON.stringify(first) === JSON.stringify(second))
      expect(isSameJson(first, JSON.parse(one))).toBe(true)
    }),
  )
  expect(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(false)
  expect(isSameJson([], {})).toBe(false)
})

test('a value that is nested without end stops the process', () => {
  const deep = (): unknown => JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
  expect(isSameJson(deep(), deep())).toBe(false)
})
