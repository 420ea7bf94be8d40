import { describe, expect, test } from 'vitest'
import { createVerdictCache } from '../../src/repair/create-verdict-cache.ts'
import { diagnose } from '../../src/repair/diagnose.ts'

const format = 'anthropic-messages'
const user = (content: unknown): { role: string; content: unknown } => ({ role: 'user', content })
const assistant = (content: unknown): { role: string; content: unknown } => ({ role: 'assistant', content })
const text = (value: string): object => ({ type: 'text', text: value })

describe('a cache of verdicts', () => {
  type Message = { role: string; content: unknown }
  const history = (): Message[] =>
    Array.from({ length: 12 }, (_, at) => (at % 2 ? assistant([text(`answer ${at}`)]) : user([text(`question ${at}`)])))
  const changes: readonly [string, (messages: Message[]) => unknown][] = [
    ['nothing', () => undefined],
    ['an exchange behind it', (list) => list.push(assistant([text('a')]), user([text('q')]))],
    ['a fault behind it', (list) => list.push(assistant([text('a')]), user([text('')]))],
    ['a fault in the last', (list) => (list[11] = assistant([text('')]))],
    ['a fault in the first, by another message', (list) => (list[0] = user([text('')]))],
    ['a fault in the middle, by another message', (list) => (list[4] = user([text('')]))],
    ['a fault in the first, by another content', (list) => (list[0]!.content = [text('')])],
    ['a fault in the middle, by another content', (list) => (list[4]!.content = [text('')])],
    ['a fault in the middle, by another block', (list) => (list[4]!.content as unknown[]).push(text(''))],
    [
      'an unanswered call in the middle',
      (list) => (list[5] = assistant([{ type: 'tool_use', id: 'x', name: 'f', input: {} }])),
    ],
    [
      'a result behind it that no call has',
      (list) => list.push(assistant([text('a')]), user([{ type: 'tool_result', tool_use_id: 'x', content: 'r' }])),
    ],
    ['fewer messages', (list) => list.splice(5)],
    ['all but the first gone', (list) => list.splice(1)],
  ]
  test.each(changes)('that has seen the history does not see %s', (_, change) => {
    const cache = createVerdictCache()
    const messages = history()
    expect(cache.diagnose(messages, { format })).toEqual({ ok: true, faults: [] })
    change(messages)
    for (let look = 0; look < 2; look += 1)
      expect(cache.diagnose(messages, { format })).toEqual(diagnose(messages, { format }))
  })
  test('there are no changes', () => expect(changes).toHaveLength(13))

  test('reads what it has found healthy again, while the history grows', () => {
    const cache = createVerdictCache()
    let reads = 0
    const watched = (at: number): object =>
      Object.defineProperty(text(''), 'text', { enumerable: true, get: () => ((reads += 1), `said ${at}`) })
    const messages: Message[] = Array.from({ length: 13 }, (_, at) => (at % 2 ? assistant : user)([watched(at)]))
    const counts: number[] = []
    for (let look = 0; look < 20; look += 1) {
      const before = reads
      expect(cache.diagnose(messages, { format }).ok).toBe(true)
      counts.push(reads - before)
      messages.push(assistant([watched(13)]), user([watched(14)]))
    }
    // Between two looks that settle something, what has come since is read once more.
    expect(Math.max(...counts.slice(1))).toBeLessThan(counts[0]!)
  })

  test('that has seen contents of Gemini does not see a fault in their middle', () => {
    const contents = Array.from({ length: 12 }, (_, at) => ({
      role: at % 2 ? 'model' : 'user',
      parts: [{ text: `said ${at}` }] as object[],
    }))
    contents.push({ role: 'user', parts: [{ text: 'And?' }] })
    const cache = createVerdictCache()
    const seen = (): boolean => cache.diagnose(contents, { format: 'gemini' }).ok
    expect([seen(), seen()]).toEqual([true, true])
    contents[4]!.parts = [{ functionResponse: { name: 'f', response: {} } }]
    expect(seen()).toBe(false)
    contents[4]!.parts = [{ text: 'said again' }]
    expect(seen()).toBe(true)
    contents[4]!.parts.push({ functionResponse: { name: 'f', response: {} } })
    expect(seen()).toBe(false)
  })

  test('that has seen the history under other rules says what held under them', () => {
    const cache = createVerdictCache()
    const messages = [...history(), assistant([text('A prefill')])]
    for (const model of ['claude-3-haiku-20240307', 'claude-opus-5-5', 'claude-3-haiku-20240307']) {
      const options = { format, request: { model } } as const
      expect(cache.diagnose(messages, options)).toEqual(diagnose(messages, options))
    }
  })

  test('that has seen the history under other rules passes over a fault in its middle', () => {
    const cache = createVerdictCache()
    const rounds = Array.from({ length: 20 }, (_, round) => {
      const call = { id: `call_${round}`, type: 'function', function: { name: 'read', arguments: '{}' } }
      const answer = { role: 'tool', tool_call_id: `call_${round}`, content: 'ok' }
      return [{ role: 'assistant', content: null, tool_calls: [call] }, answer]
    })
    const messages = [user('a'), ...rounds.flat(), assistant('b'), user('c')]
    const verdicts = [{}, { dialect: 'mistral' }, {}].map((more) => {
      const options = { format: 'openai-chat', ...more } as const
      const { ok } = cache.diagnose(messages, options)
      return [ok, diagnose(messages, options).ok]
    })
    expect(verdicts).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
  })

  describe('reads what it has settled once more, or does not read what is new,', () => {
    const request = { model: 'claude-haiku-4-5', tools: [{ name: 'read', input_schema: { type: 'object' } }] }
    /** A history whose blocks note when they are looked at, and which of its messages a verdict has looked into. */
    const watched = (): { list: Message[]; looks: () => string } => {
      let seen = new Set<number>()
      const noting = (at: number): object => {
        const block = { type: 'text' }
        Object.defineProperty(block, 'text', { enumerable: true, get: () => (seen.add(at), `text ${at}`) })
        return block
      }
      const list = Array.from({ length: 13 }, (_, at) => (at % 2 ? assistant([noting(at)]) : user([noting(at)])))
      const cache = createVerdictCache()
      const looks = (): string => {
        seen = new Set()
        expect(cache.diagnose(list, { format, request }).ok).toBe(true)
        return [...seen].toSorted((one, other) => one - other).join(' ')
      }
      return { list, looks }
    }
    const all = '0 1 2 3 4 5 6 7 8 9 10 11 12'
    const rows: readonly [what: string, change: (list: Message[]) => unknown, looks: string][] = [
      ['with nothing new', () => undefined, '0 11 12'],
      ['with an exchange behind it', (list) => list.push(assistant([text('a')]), user([text('q')])), '0 11 12'],
      ['without its last prompt', (list) => list.splice(11), all.slice(0, -6)],
      ['with another first message', (list) => (list[0] = { ...list[0]! }), all],
      ['with another message before its last round', (list) => (list[10] = { ...list[10]! }), all],
      ['with another message in its last round', (list) => (list[11] = { ...list[11]! }), '0 11 12'],
      ['with another content', (list) => (list[4]!.content = [...(list[4]!.content as unknown[])]), all],
      ['with another block', (list) => (list[10]!.content as unknown[]).push(text('b')), all],
    ]
    test.each(rows)('%s', (_, change, expected) => {
      const { list, looks } = watched()
      expect(looks()).toBe(all)
      change(list)
      expect(looks()).toBe(expected)
      expect(looks()).toBe(list.length === 11 ? '0 9 10' : '0 11 12')
    })
    test('never', () => expect(rows).toHaveLength(8))
  })

  test.each([[[]], [['text']], [[null]], ['no list']])('%j is not what diagnose says of it', (given) => {
    expect(createVerdictCache().diagnose(given, { format })).toEqual(diagnose(given, { format }))
  })
})
