import { expect, test } from 'vitest'
import type { Format, RequestBody, Target } from '../../src/formats/format.ts'
import type { Rules } from '../../src/formats/rules.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { findFormat } from '../../src/formats/index.ts'
import { serverStateOf } from '../../src/formats/server-state-of.ts'
import { chatDialects } from '../../src/formats/openai-chat/dialects.ts'
import { shortHash } from '../../src/json/short-hash.ts'
import { readTranscript } from '../../src/lint/read-transcript.ts'
import type { Block, Message, Transcript } from '../../src/transcript/transcript.ts'
import { createRandom, type Kit, partsOf } from '../../src/testing.ts'
import { oneChange } from '../properties/one-change.ts'
import { guesses, modelLines } from './guesses.ts'
import { mediaLines } from './media-lines.ts'
import { oddTables } from './odd/odd-tables.ts'
import { shapeLines } from './shape-lines.ts'
import { shown, told } from './told.ts'

/** All that a format tells of a block and makes of it. */
function surfaceOf(block: Block, format: Format, transcript: Transcript, request: RequestBody): readonly unknown[] {
  const { write } = format
  const rules = format.rules(request)
  const media = told(() => format.media(block))
  const [first] = Array.isArray(media) ? media : []
  const looks: readonly (() => unknown)[] = [
    () => format.canonical?.(block, rules),
    () => format.blockProblem?.(block, transcript),
    () => format.itemId?.(block),
    () => format.references(block),
    () => format.definitions(block),
    () => format.isEmptyThinking(block),
    () => write.plainText(block),
    () => write.rescue?.(block),
    () => write.resultBlocks(block),
    () => write.withoutItemId?.(block),
    () => write.withoutCitations?.(block),
    () => write.withSignature(block, undefined),
    () => write.withSignature(block, 'c2lnbmVk'),
    () => write.withoutReferences(block, new Set(format.references(block))),
    ...(first ? [{ mediaType: 'image/png', name: 'a.png' }, { text: 'gone' }] : []).map(
      (replacement) => () => write.withMedia(block, new Map([[first, replacement]])),
    ),
  ]
  const answers = transcript.messages.flatMap(({ blocks }) => blocks).filter(({ kind }) => kind === 'tool_result')
  const calls: readonly (() => unknown)[] = [
    () => write.result(block, { content: 'said', isError: false }),
    () => write.result(block, { content: 'said', isError: true }),
    () => write.withCallId(block, 'call_new'),
    () => write.withName(block, 'new_name'),
    () => write.withInput(block, { path: 'a' }),
    () => format.serverToolName?.(block, undefined),
    () => answers.map((answer) => format.serverToolName?.(block, answer)),
    () => format.isSettledByClient?.(block, transcript),
    () => format.unnamedResult?.(block, transcript)?.answer,
  ]
  const call = transcript.messages.flatMap(({ blocks }) => blocks).find(({ kind }) => kind === 'tool_call')
  const results: readonly (() => unknown)[] = [
    () => format.isErrorResult?.(block),
    () => format.resultProblem(block, rules),
    () => write.withCallId(block, 'call_new'),
    () => call && write.withResultContent(block, 'said', call),
  ]
  const texts = [() => write.withText(block, 'new text')]
  const more = { tool_call: calls, tool_result: results, text: texts, thinking: texts }
  const { callId, kind, name, payload, shape, signature, text } = block
  const own = [shape.type, text, callId, name, payload, signature, media]
  return [...own, ...[...looks, ...(more[kind as keyof typeof more] ?? [])].map(told), kind]
}

/** What a call may have returned, or a call be given, in forms that no sample has. */
const payloads: readonly unknown[] = [
  'said',
  '',
  7,
  null,
  undefined,
  [],
  {},
  ['a', { text: 'b' }, { text: '' }, 7],
  { output: 'a' },
  { output: 'a', more: 1 },
  { result: 'a' },
  { error: 'a' },
  { text: 'a' },
  { content: 'a' },
  { content: [{ type: 'text', text: 'a' }, { text: 'b' }] },
  { other: 'a' },
  [
    { type: 'text', text: 'a' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } },
  ],
]

/** All that is written of a block when it holds something else than it does. */
function written(block: Block, { isErrorResult, resultProblem, write }: Format, rules: Rules): readonly unknown[] {
  return payloads.map((payload) => {
    const other: Block = Object.assign(Object.create(Object.getPrototypeOf(block) as object) as Block, block, {
      payload,
    })
    const nameless: Block = Object.assign(Object.create(Object.getPrototypeOf(other) as object) as Block, other, {
      text: undefined,
    })
    return [
      () => write.plainText(other),
      () => write.plainText(nameless),
      () => write.resultBlocks(other),
      () => write.result(block, { content: payload, isError: false }),
      () => write.result(block, { content: payload, isError: true }),
      () => write.withInput(block, payload),
      () => write.withResultContent(other, 'said', block),
      () => isErrorResult?.(other),
      () => resultProblem(other, rules),
    ].map(told)
  })
}

function messageLine(message: Message, format: Format): string {
  const { content, raw, role } = message
  const looks = [
    () => format.isDirective(message),
    () => format.roleOf?.(raw),
    () => format.wholeText?.(raw),
    () => format.unsentCalls?.(message),
    () => format.isSentEmpty?.(message),
    () => format.isLeftOut?.(message),
    () => format.write.allCalls?.(message),
    () => format.write.withField(raw, 'role', 'user'),
    () => format.write.withWholeText?.(raw, 'whole'),
    () => format.write.merge([message, message]),
  ]
  return `${role} ${content} ${shortHash(shown(looks.map(told)))}`
}

/** Longer messages are changed in many places of one kind. */
const longest = 300

/** What a message is made of: one of each form is looked at with all its changes. */
function formOf({ blocks, role }: Message): string {
  return [role, ...blocks.map(({ kind, shape }) => `${kind} ${shape.type}`)].join(', ')
}

/** All that a format tells of one message, between its neighbours, with each of its changes in one place. */
function changesOf(
  messages: readonly unknown[],
  { blocks, index }: Message,
  own: Format,
  request: RequestBody,
): string {
  const untouched = new Set(blocks.map(({ raw }) => JSON.stringify(raw)))
  const told: unknown[] = []
  const before = index === 0 ? [] : [messages[index - 1]]
  for (const changed of oneChange(JSON.parse(JSON.stringify(messages[index])))) {
    const list = [...before, changed, ...messages.slice(index + 1, index + 2)]
    const format = own.bind?.(list, request) ?? own
    const transcript = readTranscript(list, format, format.rules(request))
    const message = transcript.messages[before.length]!
    const touched = message.blocks.filter(({ raw }) => !untouched.has(JSON.stringify(raw)))
    told.push(messageLine(message, format), ...touched.map((block) => surfaceOf(block, format, transcript, request)))
  }
  return shortHash(shown(told))
}

/** Conversations of a format: damaged in each way that its kit knows, and odd ones that are accepted. */
function* samplesOf<Sample>(
  kit: Kit<FormatName, Sample>,
): Generator<readonly [messages: readonly unknown[], request: RequestBody]> {
  const healthy = Array.from({ length: 24 }, (_, seed) => kit.generate({ seed, turns: 1 + (seed % 4) }))
  for (const kind of kit.corruptions)
    for (const [seed, transcript] of healthy.entries()) {
      const damaged = kind.apply(transcript, createRandom(seed), 'first')
      if (damaged === null) continue
      const { messages, request } = partsOf(kit, damaged)
      if (Array.isArray(messages)) yield [messages, request ?? {}]
      break
    }
  for (const { request, rows } of oddTables.filter(({ format }) => format === kit.format))
    for (const row of rows) yield [row.messages, { ...request, ...row.request }]
}

/** What a format reads and writes, and its rules, are on record, as the repairs are (`testRecord`). */
export function testSurface<Sample>(kit: Kit<FormatName, Sample>, label = ''): void {
  const name = kit.format
  const own = findFormat(name)

  test(`a block is read or written otherwise than is on record (surface${label})`, async () => {
    const lines = new Set<string>()
    const forms = new Set<string>()
    for (const [messages, request] of samplesOf(kit)) {
      const format = own.bind?.(messages, request) ?? own
      if (lines.size === 0) for (const line of [...shapeLines(format), ...mediaLines(format)]) lines.add(line)
      const transcript = readTranscript(messages, format, format.rules(request))
      for (const [index, message] of transcript.messages.entries()) {
        lines.add(messageLine(message, format))
        for (const block of message.blocks) {
          const surface = surfaceOf(block, format, transcript, request)
          const about = `  ${block.kind} ${block.shape.type} ${block.field}`
          lines.add(`${about} ${shortHash(shown(surface))}`)
          if (forms.has(about)) continue
          forms.add(about)
          lines.add(`${about} holding other: ${shortHash(shown(written(block, format, format.rules(request))))}`)
        }
        const form = formOf(message)
        if (forms.has(form) || JSON.stringify(messages[index]).length > longest) continue
        forms.add(form)
        lines.add(`  ${form} changed: ${changesOf(messages, message, own, request)}`)
      }
    }
    expect(lines.size).toBeGreaterThan(40)
    await expect(`${[...lines].join('\n')}\n`).toMatchFileSnapshot(`./surface${label}.txt`)
  })

  test(`the rules are others than those on record (rules${label})`, async () => {
    const models = [
      '',
      'claude-3-5-haiku',
      'claude-sonnet-4-5',
      'claude-opus-4-6',
      'gpt-5.2',
      'gemini-2.5-flash',
      'gemini-3-pro',
      'deepseek-reasoner',
      'kimi-k2-thinking',
      'mistral-large',
    ]
    const requests: RequestBody[] = models.flatMap((model) => [
      { model, modelId: model },
      { model, modelId: model, thinking: { type: 'enabled' }, tools: [] },
    ])
    const elsewhere = [{ previous_response_id: 'r' }, { prompt: { id: 'p' } }, { store: false }]
    requests.push(...elsewhere, { conversation: 'c', store: false }, { prompt: 'p', store: false })
    for (const provider of ['anthropic.messages', 'amazon_bedrock', 'openai'])
      for (const model of ['claude-3-5-haiku', 'claude-sonnet-4-5', 'claude-opus-5-5'])
        requests.push({ provider, model }, { provider, model, thinking: { type: 'enabled' }, tools: [] })
    requests.push({ allowSystemInMessages: false })
    requests.push({ model: 'gemini-3-pro', cachedContent: 'cachedContents/1' })
    requests.push({ model: 'claude-opus-4-6', max_tokens: 9, thread: { type: 'continue', previous_message_id: 'm' } })
    const targets: readonly Target[] =
      name === 'openai-chat' ? [{}, ...chatDialects.map((dialect) => ({ dialect }))] : [{}]
    const known = new Map<string, string[]>()
    for (const target of targets)
      for (const request of requests) {
        const rules = shown(
          told(() => own.rules(request, target)),
          1,
        )
        expect(own.rules(request, target)).toBe(own.rules(request, target))
        const { model, thinking, ...rest } = request
        const asked = `# ${[target.dialect, request['provider'], model, thinking && 'thinking', ...Object.keys(rest)].filter(Boolean).join(' ')}`
        known.set(rules, [...(known.get(rules) ?? []), asked])
      }
    const said = [...known].map(([rules, asked]) => `${asked.join('\n')}\n${rules}`)
    const guessed = name === 'openai-chat' ? guesses(own) : modelLines(own)
    const state = serverStateOf(name)
    const states = [...elsewhere, { conversation: { id: 'c' } }, { conversation: null, store: true, model: 'm' }].map(
      (request) => [
        told(() => state?.continues(request)),
        told(() => state?.keeps(request)),
        told(() => state?.replay(request)),
      ],
    )
    const { contentField, listField, hasSystemField, callsField, listMayBeText, reasoningField, write } = own
    const tools = [{ name: 'Read' }, { type: 'function', function: { name: 'Write' } }]
    const facts = {
      holds: Object.keys(own),
      fields: { contentField, listField, hasSystemField, callsField, listMayBeText, reasoningField },
      roles: (['user', 'assistant', 'system', 'tool'] as const).map((role) => told(() => own.roleName(role))),
      tools: [{}, { tools }, { tools: {} }].map((request) => told(() => own.toolNames(request))),
      written: [
        write.text('text'),
        told(() => write.message('user', [write.text('text')])),
        told(() => write.message('assistant', [write.text('text', 'assistant')])),
        told(() => write.resultElsewhere?.('call_1', 'custom tool', { content: 'said', isError: true })),
        told(() => write.liftSystem({ system: 'a', model: 'm' }, ['b', 'c'])),
        told(() => write.liftSystem({}, ['b'])),
        told(() => write.defineTools({ tools }, ['Grep'])),
        told(() => write.defineTools({}, ['Grep', 'Read'])),
      ],
    }
    const served = states.map((state) => shown(state))
    await expect(`${[shown(facts, 1), ...served, ...guessed, ...said].join('\n')}\n`).toMatchFileSnapshot(
      `./rules${label}.txt`,
    )
  })
}
