import { describe, expect, it } from 'vitest'
import { diagnose, type FormatName, repair } from '../../src/index.ts'
import * as chosen from '../../src/repair/chosen-formats.ts'
import type { LinterFormat } from '../../src/repair/linter-format.ts'
import { anthropicMessages, createLinter, detectError, gemini } from '../../src/linter.ts'
import { faultMetas } from '../../src/strategies/fault-metas.ts'
import { inFull, ofAnyFormat } from '../../src/strategies/index.ts'
import { ofKeptItems } from '../../src/strategies/extensions/of-kept-items.ts'
import { createRandom, type Kit, kits, partsOf } from '../../src/testing.ts'
import { offset, scale } from '../seeds.ts'

const format = 'anthropic-messages'
const broken = [
  { role: 'user', content: 'Hi' },
  { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] },
  { role: 'user', content: 'go on' },
]
const error = 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1.'

describe('a linter of chosen formats', () => {
  const linter = createLinter({ formats: [anthropicMessages, gemini], detectError })

  it('finds or repairs something else than the linter of all formats', () => {
    expect(linter.diagnose(broken, { format })).toEqual(diagnose(broken, { format }))
    expect(linter.repair(broken, { format, error })).toEqual(repair(broken, { format, error }))
    expect(linter.repair(broken, { format }).changed).toBe(true)
    const contents = [{ role: 'model', parts: [] }]
    expect(linter.repair(contents, { format: 'gemini' })).toEqual(repair(contents, { format: 'gemini' }))
  })

  it('changes what is healthy (I1)', () => {
    const healthy = broken.slice(0, 1)
    expect(linter.repair(healthy, { format }).messages).toBe(healthy)
  })

  it('takes a format that was not chosen, or does not say which were', () => {
    const asked = (): unknown => linter.diagnose([], { format: 'openai-chat' })
    expect(asked).toThrow(expect.objectContaining({ code: 'unknown_format' }))
    expect(asked).toThrow('anthropic-messages, gemini')
  })

  it('takes an error for none where nothing was chosen to read it', () => {
    const { repair: repairOnly } = createLinter({ formats: [anthropicMessages] })
    expect(repairOnly(broken, { format }).changed).toBe(true)
    expect(() => repairOnly(broken, { format, error })).toThrow(expect.objectContaining({ code: 'invalid_options' }))
    expect(() => createLinter({ formats: [] })).toThrow(expect.objectContaining({ code: 'invalid_options' }))
  })
})

describe('a format that was chosen', () => {
  const formats: readonly LinterFormat[] = Object.values(chosen)
  // What is not shipped with each format may be what an error teaches.
  const extended = inFull.filter((strategy) => !ofAnyFormat.includes(strategy))
  const errors = [...ofKeptItems, ...extended].map(({ type }) => faultMetas[type].says)

  it.each(formats)(
    '$format.name lacks a strategy for what can be wrong in it, or for what its provider says',
    (one) => {
      const { diagnose: find, repair: mend } = createLinter({ formats: [one], detectError })
      let found = 0
      const share = scale > 1 ? 5 : 17
      const all = [...damages(kits[one.format.name]), ...sharedItems(one.format.name)]
      for (const [at, damaged] of all.entries())
        // Each error meets some of them: all of them with all would take minutes.
        for (const error of errors.filter((_, index) => index % share === (at + offset) % share)) {
          const options = { ...damaged, format: one.format.name, allow: 'lossy', ...(error && { error }) } as const
          expect(mend(damaged.messages, options)).toEqual(repair(damaged.messages, options))
          found += Number(!find(damaged.messages, options).ok)
        }
      expect(found).toBeGreaterThan(40)
    },
  )

  it('is none of those that there are', () =>
    expect([...new Set(formats.map(nameOf))].sort()).toEqual(Object.keys(kits).sort()))
})

type Damaged = ReturnType<typeof partsOf>

/** What each corruption makes of the first conversation that it can damage. */
function damages(kit: Kit<FormatName>): readonly Damaged[] {
  return kit.corruptions.flatMap((corruption) => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const damaged = corruption.apply(kit.generate({ seed }), createRandom(seed))
      if (damaged !== null) return [partsOf(kit, damaged)]
    }
    return []
  })
}

/** What no kit of the AI SDK knows: two parts of one item that OpenAI keeps. */
function sharedItems(name: FormatName): readonly Damaged[] {
  if (name !== 'ai-sdk') return []
  const part = { type: 'text', text: 'Hello.', providerOptions: { openai: { itemId: 'msg_1' } } }
  const turn = [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [part] },
  ]
  return [
    { messages: [...turn, ...turn, { role: 'user', content: 'Go on.' }], request: { provider: 'openai.responses' } },
  ]
}

function nameOf({ format: { name } }: LinterFormat): FormatName {
  return name
}
