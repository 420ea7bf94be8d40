import { expect, test } from 'vitest'
import { findLinterFormat } from '../../src/repair/find-linter-format.ts'
import { ownRules } from '../../src/formats/own-rules.ts'
import { diagnose } from '../../src/repair/diagnose.ts'
import { settingsOf } from '../../src/repair/lint-settings.ts'
import { lintExcerpt, lintPlain } from '../../src/repair/lint.ts'
import { repair } from '../../src/repair/repair.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import { createRandom, kits, partsOf, places } from '../../src/testing.ts'
import { type FormatName, formatNames } from '../../src/formats/format-name.ts'
import { type PlainConversation, plainConversation } from '../../bench/plain-conversation.ts'
import { isRecord } from '../../src/json/is-record.ts'
import type { Kit } from '../../src/testing/provider/shared/kit.ts'
import { oneChange } from './one-change.ts'
import { isTurn, seeds } from '../seeds.ts'

const format = 'anthropic-messages'

/** Rules that a caller has touched are not those of the screen: every message is linted. */
const unscreened = { rules: {} }

/** What the stores of programs are known to say. */
const ofStores: readonly NonNullable<RepairOptions['rules']>[] = [
  { toolsDemanded: false, callIdScope: 'transcript', answersWhole: false },
  { toolsDemanded: false, callIdScope: 'transcript', indexCounts: 'turns', answersWhole: true },
]

const evidence: RepairOptions['evidence'] = {
  resultOf: (id, occurrence) =>
    (id.length + occurrence) % 3 === 0 ? { status: 'completed', output: `out ${id} ${occurrence}` } : undefined,
}

const variants: readonly Partial<RepairOptions>[] = [
  { allow: 'lossy' },
  { allow: 'synthesised', evidence },
  { allow: 'lossy', purpose: 'stored' },
  { allow: 'none', purpose: 'resumed' },
]

/** By default every thirteenth change, which is no multiple of what a field is changed to: with more cases all of them. */
const isTaken = (count: number): boolean => isTurn(count, 13)

interface Sample {
  readonly name: string
  readonly messages: unknown
  readonly options: RepairOptions
}

/** Long conversations with no, one and two kinds of damage, at the first, the last and some other place. */
function* samples(kit: Kit<FormatName>): Generator<Sample> {
  for (const seed of seeds(kit.corruptions.length)) {
    const where = places[seed % places.length]!
    const random = createRandom(seed)
    let transcript = kit.generate({ seed: seed + 1, turns: 1 + (seed % 12) })
    const applied: string[] = []
    for (let left = seed % 4 === 3 ? 2 : seed % 10 === 0 ? 0 : 1; left > 0; left -= 1) {
      const kind = kit.corruptions[(seed + left * 7) % kit.corruptions.length]!
      const damaged = damage(kind, transcript, random, where)
      if (damaged === null) continue
      applied.push(kind.name)
      transcript = damaged
    }
    const { messages: own, request, dialect } = partsOf(kit, transcript)
    const messages = seed % 6 === 0 ? own : among(kit.format, own, seed)
    const options = { format: kit.format, request, ...(dialect !== undefined && { dialect }) } as RepairOptions
    const variant = variants[seed % variants.length]!
    yield { name: `${applied.join(' + ')} (seed ${seed}, ${where})`, messages, options: { ...options, ...variant } }
  }
}

/** The messages in the middle of a plain session, so that the screen leaves out rounds on both sides. */
function among(format: FormatName, messages: unknown, seed: number): unknown {
  if (!Array.isArray(messages)) return messages
  const loop = seed % 4 === 1
  const before = plainConversation(format, 10, { loop, tag: 'b' }).messages
  const behind = plainConversation(format, 10, { loop, tag: 'c' }).messages
  return [...before, ...messages, ...behind]
}

function damage(
  kind: Kit['corruptions'][number],
  transcript: unknown,
  random: ReturnType<typeof createRandom>,
  where: (typeof places)[number],
): unknown {
  try {
    return kind.apply(transcript, random, where)
  } catch {
    // Some kinds cannot read what another one has left.
    return null
  }
}

/** Whether the screen leaves out anything. */
function isCut(messages: unknown, options: RepairOptions): boolean {
  if (!Array.isArray(messages)) return false
  return (
    lintExcerpt(messages, options.request ?? {}, settingsOf(findLinterFormat(options.format), options, messages)) !==
    null
  )
}

for (const kit of Object.values(kits) as Kit<FormatName>[])
  test(`${kit.format}: what the screen leaves out would have been found, or changes a repair`, () => {
    const differences: string[] = []
    let cut = 0
    let all = 0
    for (const { messages, name, options } of samples(kit)) {
      all += 1
      if (isCut(messages, options)) cut += 1
      const quick = JSON.stringify([diagnose(messages, options), repair(messages, options)])
      const full = { ...options, ...unscreened }
      if (quick !== JSON.stringify([diagnose(messages, full), repair(messages, full)])) differences.push(name)
    }
    expect(differences).toEqual([])
    // Dialects of Bedrock that allow neither results nor calls beside other blocks have no screen: half of that kit.
    expect(cut).toBeGreaterThan(all * 0.3)
  })

test('a stored session is screened by other rules than those of its store', () => {
  const differences: string[] = []
  let cut = 0
  let all = 0
  for (const [index, { messages, name, options }] of [...samples(kits[format] as Kit<FormatName>)].entries()) {
    const { firstRoles } = settingsOf(findLinterFormat(format), options, [messages].flat()).rules(options.request ?? {})
    // By default the stores take turns.
    for (const rules of ofStores.filter((_, store) => isTurn(index + store, ofStores.length))) {
      const said = (given: RepairOptions): string =>
        JSON.stringify([diagnose(messages, given), repair(messages, given)])
      all += 1
      if (isCut(messages, { ...options, rules })) cut += 1
      if (said({ ...options, rules }) !== said({ ...options, rules: { ...rules, firstRoles } })) differences.push(name)
    }
  }
  expect(differences).toEqual([])
  expect(cut).toBeGreaterThan(all * 0.4)
})

/** Sessions in each format; in those of the AI SDK also under a provider that keeps an item of each part. */
const sessions: readonly (readonly [
  name: string,
  format: FormatName,
  kind: Parameters<typeof plainConversation>[2],
])[] = [
  ...formatNames.map((format) => [format, format, {}] as const),
  ['ai-sdk over Responses', 'ai-sdk', { provider: 'openai.responses' }],
  ['a chat over Responses', 'ai-sdk', { provider: 'openai.responses', ui: true }],
]

for (const [name, format, kind] of sessions)
  test(`${name}: one change in the middle of a plain session is passed over, or repaired in another way`, () => {
    const plain = plainConversation(format, 24, kind)
    const { messages, request } = JSON.parse(JSON.stringify(plain)) as PlainConversation
    const options = { format, request, allow: 'lossy' } as const
    const differences: string[] = []
    let count = 0
    for (let index = 9; index < 13 + Number(format === 'openai-responses'); index += 1)
      for (const changed of oneChange(messages[index] as never)) {
        count += 1
        if (!isTaken(count)) continue
        const list = messages.with(index, changed as object)
        const quick = JSON.stringify(repair(list, options))
        if (quick !== JSON.stringify(repair(list, { ...options, ...unscreened })))
          differences.push(`${index}: ${JSON.stringify(changed)}`)
      }
    expect(differences).toEqual([])
    expect(count).toBeGreaterThan(150)
  })

test.each(sessions.filter(([name]) => name.endsWith('sponses')))(
  '%s: an id that stands in two places is passed over, or repaired in another way',
  (_name, format, kind) => {
    const plain = plainConversation(format, 28, kind)
    const told = JSON.stringify(plain)
    const ids = [...new Set(told.match(/\b(?:rs|fc|msg|call)_\w+/g))]
    expect(ids.length).toBeGreaterThan(20)
    const differences: string[] = []
    let found = 0
    for (const [at, id] of ids.entries())
      for (const far of [1, 8]) {
        const other = ids[(at + far) % ids.length]!
        const { messages, request } = JSON.parse(told.replaceAll(`"${id}"`, `"${other}"`)) as PlainConversation
        // Once beside another fault.
        const list = far === 8 ? messages.toSpliced(10, 1) : messages
        const options = { format, request, allow: 'lossy' } as const
        const quick = repair(list, options)
        found += quick.faults.length
        if (JSON.stringify(quick) !== JSON.stringify(repair(list, { ...options, ...unscreened })))
          differences.push(`${id} = ${other}`)
      }
    expect(differences).toEqual([])
    expect(found).toBeGreaterThan(ids.length)
  },
)

/** Where a list begins and ends, and what is sent beside it: nothing there is left out unless the rest is plain. */
function* changedEnds({ messages, request }: PlainConversation): Generator<PlainConversation> {
  for (const index of [0, messages.length - 2, messages.length - 1]) {
    yield { messages: messages.toSpliced(index, 1), request }
    for (const changed of oneChange(messages[index] as never))
      yield { messages: messages.with(index, changed as object), request }
  }
  for (const changed of oneChange(request as never)) if (isRecord(changed)) yield { messages, request: changed }
}

for (const [name, format, kind] of sessions)
  // A loop over a provider is as the loop of the format.
  for (const loop of kind?.provider === undefined ? [false, true] : [false])
    test(`${name}: one change at an end of a ${loop ? 'loop' : 'session'}, or of the request, is passed over`, () => {
      const differences: string[] = []
      let count = 0
      const plain = JSON.parse(JSON.stringify(plainConversation(format, 12, { ...kind, loop }))) as PlainConversation
      for (const { messages, request } of changedEnds(plain))
        for (const purpose of ['request', 'resumed'] as const) {
          count += 1
          if (!isTaken(count)) continue
          const options = { format, request, purpose, allow: 'lossy' } as const
          const [quick, full] = [options, { ...options, ...unscreened }].map((each) =>
            JSON.stringify(repair(messages, each)),
          )
          if (quick !== full) differences.push(JSON.stringify([messages.at(0), messages.at(-1), request, purpose]))
        }
      expect(differences).toEqual([])
      expect(count).toBeGreaterThan(150)
    })

for (const [name, format, kind] of sessions)
  for (const count of [1, 12])
    for (const loop of count === 1 ? [false] : [false, true])
      test(`${name}: views are made of ${count} plain messages${loop ? ' of a loop' : ''}`, () => {
        const { messages, request } = plainConversation(format, count, { ...kind, loop })
        const list = count === 1 ? messages.slice(0, 1) : messages
        const options = { format, request } as const
        expect(
          lintExcerpt(list, request, settingsOf(findLinterFormat(options.format), options, list))?.excerpt.messages,
        ).toEqual([])
      })

test.each(formatNames)('%s: a repaired excerpt is passed over that is not plain, or whose views are needed', (name) => {
  const { messages, request } = plainConversation(name, 12)
  const settings = settingsOf(findLinterFormat(name), { format: name, request }, messages)
  const rules = settings.rules(request)
  const isPassed = (
    list: readonly unknown[],
    other: RepairOptions['rules'] = {},
    isLeftOut: (id: string) => boolean = () => false,
  ): boolean => {
    const changed = Object.keys(other).length > 0 ? ownRules({ ...rules, ...other }) : rules
    return lintPlain(list, request, { ...settings, rules: () => changed }, isLeftOut) !== null
  }
  const bySession = { callIdScope: 'turn', thinkingBound: false } as const
  const inList = { ...bySession, callIdScope: 'transcript' } as const
  expect(isPassed(messages)).toBe(!rules.thinkingBound)
  expect(isPassed(messages, bySession, () => true)).toBe(true)
  expect(isPassed(messages, inList)).toBe(true)
  // The ids of the calls of the first and of the last round.
  const ids = [...new Set(JSON.stringify(messages).match(/"(?:call_\w+A|a\d{7}A)"/g))].map((id) => id.slice(1, -1))
  expect(ids.length).toBeGreaterThan(1)
  for (const taken of [ids[0], ids.at(-1)]) expect(isPassed(messages, inList, (id) => id === taken)).toBe(false)
  expect(isPassed(messages, { ...bySession, itemIdsUnique: true }, (id) => id === ids[0])).toBe(false)
  expect(isPassed(messages, { ...bySession, thinkingBound: true })).toBe(false)
  expect(isPassed(messages.slice(0, -1), bySession)).toBe(false)
})

/** Where the search stands that has loaded a function, which calls to it tell no namespace, and how many items are read for that. */
test.each<[search: number, bare: readonly number[], read: number | undefined]>([
  [1, [], 10],
  [1, [0], 10],
  [1, [11], 15],
  [29, [3, 11], 25],
  [Infinity, [0, 6], 17],
  [Infinity, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], undefined],
])(
  'a call that lacks its namespace is passed over, or one that has it read: search at %j, calls %j',
  (search, bare, read) => {
    const { messages, request } = plainConversation('openai-responses', 60)
    const calls = messages.filter((item) => isRecord(item) && item['type'] === 'function_call')
    expect(calls).toHaveLength(12)
    const said = messages.map((item) => {
      const at = calls.indexOf(item)
      if (at < 0 || (at % 3 !== 0 && !bare.includes(at))) return item
      return { ...item, name: 'late', ...(!bare.includes(at) && { namespace: 'late' }) }
    })
    const loaded = { type: 'tool_search_output', call_id: null, tools: [{ type: 'function', name: 'late' }] }
    const list = said.toSpliced(search, 0, { type: 'tool_search_call', call_id: null, arguments: {} }, loaded)
    const tools = [{ type: 'tool_search' }, { type: 'function', name: 'read_file' }]
    const options = { format: 'openai-responses', request: { ...request, tools }, allow: 'lossy' } as const
    const settings = settingsOf(findLinterFormat(options.format), options, list)
    expect(lintExcerpt(list, options.request, settings)?.excerpt.messages.length).toBe(read)
    const quick = repair(list, options)
    expect(quick.faults).toHaveLength(bare.length)
    expect(JSON.stringify(quick)).toBe(JSON.stringify(repair(list, { ...options, ...unscreened })))
  },
)

test('an id of a message that is left out is taken for free, or one that was read for taken', () => {
  const { messages, request } = plainConversation('openai-responses', 60)
  // Without the call behind it, reasoning and an output stand alone.
  const broken = messages.toSpliced(22, 1)
  const settings = settingsOf(findLinterFormat('openai-responses'), { format: 'openai-responses', request }, broken)
  const { isLeftOut, messages: read, otherIds } = lintExcerpt(broken, request, settings)!.excerpt
  const idsRead = read.flatMap((message) => ('id' in (message as object) ? [(message as { id: string }).id] : []))
  expect(otherIds().length).toBeGreaterThan(10)
  expect(otherIds().filter((id) => !isLeftOut(id))).toEqual([])
  expect(idsRead.length).toBeGreaterThan(1)
  expect([...idsRead, 'fc_new'].filter(isLeftOut)).toEqual([])
})

test('what is sent beside one plain message is passed over', () => {
  const messages = [{ role: 'user', content: 'Begin.' }]
  const mark = (ttl?: string): object => ({ name: 'x', cache_control: { type: 'ephemeral', ttl } })
  const typesBeside = (request: object): readonly string[] =>
    diagnose(messages, { format, request: { model: 'claude-opus-5', ...request } }).faults.map(({ type }) => type)
  expect(typesBeside({ tools: [mark(), mark(), mark(), mark()] })).toEqual([])
  expect(typesBeside({ tools: [mark(), mark(), mark(), mark(), mark()] })).toEqual(['cache_control_invalid'])
  expect(typesBeside({ tools: [mark(), mark('1h')] })).toEqual(['cache_control_invalid'])
  expect(typesBeside({ system: 'half \ud800' })).toEqual(['invalid_unicode'])
})

/** Values for one field in the middle of a plain session, wherever they stand in it. */
test.each<[name: FormatName, value: string, others: readonly string[]]>([
  ['anthropic-messages', 'a0000002A', ['a.2', 'a[2', 'a`2', 'a@2', 'a/2', 'a:2', 'a{2', 'aé2', 'a\u01412', 'a 2', '']],
  [
    'openai-responses',
    'fc_0d2bd7a6ae3a5f6f0068ebe5d5c3a0819a0000002A',
    ['fc_a.2', 'fc_é', 'fc_\u0141', `fc_${'a'.repeat(61)}`, `fc_${'a'.repeat(62)}`],
  ],
  [
    'gemini',
    `a0000002A000${'c2lnbmF0dXJl'.repeat(24)}`,
    [
      'QUJD\nQUJ',
      'QUJDQUJD    ',
      'QUJ=QUJD',
      'Q===',
      'QUJD=QUJ',
      'QUJDQ',
      'QU_-',
      'QUI=',
      'QQ==',
      '=QUJ',
      'éUJD',
      'QU\u0141D',
    ],
  ],
])('%s: another id or signature in the middle is passed over, or refused wrongly', (name, value, others) => {
  const { messages, request } = plainConversation(name, 24)
  const written = JSON.stringify(messages)
  expect(written).toContain(`"${value}"`)
  const differences = others.filter((other) => {
    const list = JSON.parse(written.replaceAll(`"${value}"`, JSON.stringify(other))) as object[]
    const options = { format: name, request, allow: 'lossy' } as const
    return JSON.stringify(repair(list, options)) !== JSON.stringify(repair(list, { ...options, ...unscreened }))
  })
  expect(differences).toEqual([])
})

test('thinking that the last turn of a loop must begin with is passed over when it is gone', () => {
  const { messages, request } = plainConversation('anthropic-messages', 12, { loop: true })
  const at = messages.length - 2
  const content = (messages[at] as { content: { type: string }[] }).content.filter(({ type }) => type !== 'thinking')
  const thinking = { type: 'enabled', budget_tokens: 1024 }
  const options = { format, request: { ...request, model: 'claude-sonnet-4-5', thinking } } as const
  const { faults } = diagnose(messages.with(at, { role: 'assistant', content }), options)
  expect(faults.map(({ type }) => type)).toEqual(['thinking_block_order'])
})

test('the id of a later item is passed over in the opener', () => {
  const { messages, request } = plainConversation('openai-responses', 12)
  const { id } = messages.at(-2) as { id: string }
  const opener = { type: 'message', id, role: 'user', content: 'Begin.' }
  const { faults } = diagnose(messages.with(0, opener), { format: 'openai-responses', request })
  expect(faults.map(({ type }) => type)).toEqual(['item_id_duplicate'])
})
