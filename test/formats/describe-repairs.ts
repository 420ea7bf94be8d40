import { describe, expect, test } from 'vitest'
import type { FormatName } from '../../src/formats/format-name.ts'
import type { RequestBody } from '../../src/formats/format.ts'
import { repair } from '../../src/repair/repair.ts'
import type { RepairOptions } from '../../src/repair/repair-options.ts'
import type { RepairResult } from '../../src/repair/repair-result.ts'
import { createRandom, type Damage } from '../../src/testing.ts'
import type { damager } from '../../src/testing/provider/shared/damage.ts'
import { seeds } from '../seeds.ts'
import { damagedCasesOf } from './damaged-cases.ts'

/** A format with its kit, as its repairs are tried. */
export interface RepairedFormat<Transcript> {
  readonly format: FormatName
  readonly corruptions: readonly Damage<Transcript>[]
  generate(options: { seed: number; turns?: number }): Transcript
  readonly corrupt: ReturnType<typeof damager<Transcript>>
  messagesOf(transcript: Transcript): readonly unknown[]
  requestOf(transcript: Transcript): RequestBody
  /** What the judge says of these messages in the request with these changes; `200` where it takes them. */
  answer(transcript: Transcript, messages: unknown, changed: RequestBody): string
  /** What the provider says travels back as a client would throw it. */
  thrown(message: string): Error
  /** Whether a fault that was found is the damage that was done. */
  isMeant?(found: string, faultType: string): boolean
}

/** Texts that people, models and tools have said; half a character is none. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]): string[] => {
    if (typeof inner !== 'string') return textsIn(inner)
    return ['text', 'output', 'code'].includes(key) && inner.trim() !== '' && inner.isWellFormed() ? [inner] : []
  })
}

function lostTexts(before: unknown, { loss, messages, request }: RepairResult): string[] {
  const left = JSON.stringify([messages, request])
  return loss === 'none'
    ? textsIn(before).filter((text) => !left.includes(JSON.stringify(text.trim()).slice(1, -1)))
    : []
}

/** Asks of every repair of a format what no repair may fail at. */
export function describeRepairs<Transcript>(subject: RepairedFormat<Transcript>): void {
  const { answer, corruptions, format, generate, isMeant, messagesOf, requestOf, thrown } = subject
  const optionsOf = (transcript: Transcript): RepairOptions => ({ format, request: requestOf(transcript) })

  /** Repairs what the messages show, or else what the provider says of them. */
  function recover(transcript: Transcript, { lossy, opaque }: Damage<Transcript>): RepairResult {
    const messages = messagesOf(transcript)
    const options = { ...optionsOf(transcript), ...(lossy === true && { allow: 'lossy' as const }) }
    const error = opaque === true ? { error: thrown(answer(transcript, messages, {})) } : {}
    return repair(messages, { ...options, ...error })
  }

  const missedFault = ({ faultType, opaque }: Damage<Transcript>, { faults }: RepairResult): string =>
    opaque || faults.some(({ type }) => type === faultType || isMeant?.(type, faultType) === true) ? '' : faultType

  test('a healthy transcript is not given back as it is', () => {
    for (const seed of seeds(60)) {
      const transcript = generate({ seed })
      const messages = messagesOf(transcript)
      expect(`${seed}: ${answer(transcript, messages, {})}`).toBe(`${seed}: 200`)
      const result = repair(messages, optionsOf(transcript))
      expect(result.faults, `seed ${seed}`).toEqual([])
      expect(result.messages).toBe(messages)
    }
  })

  const casesOf = damagedCasesOf((seed) => generate({ seed }))

  describe.each(corruptions)('$name', (kind) => {
    const damaged = casesOf(kind, 2)
    let repaired: RepairResult[] | undefined
    const results = (): RepairResult[] => (repaired ??= damaged.map(({ damaged: broken }) => recover(broken, kind)))

    test('is repaired into something that the provider refuses', () => {
      expect(damaged.length).toBeGreaterThan(0)
      for (const [index, { label, damaged: broken }] of damaged.entries()) {
        const place = `${kind.name} ${label}`
        expect(`${place}: ${answer(broken, messagesOf(broken), {})}`).not.toBe(`${place}: 200`)
        const result = results()[index]!
        expect(`${place}: ${answer(broken, result.messages, result.request ?? {})}`).toBe(`${place}: 200`)
        expect([place, ...lostTexts(messagesOf(broken), result)]).toEqual([place])
        expect(`${place}: ${missedFault(kind, result)}`).toBe(`${place}: `)
      }
    })

    test('is repaired another way the second time', () => {
      for (const [index, { damaged: broken, label }] of damaged.entries()) {
        const once = results()[index]!
        const before = JSON.stringify(broken)
        const again = recover(structuredClone(broken), kind)
        expect(JSON.stringify(broken), `${label} mutated`).toBe(before)
        expect(JSON.stringify(again.messages)).toBe(JSON.stringify(once.messages))
        const request = { ...requestOf(broken), ...once.request }
        const twice = repair(once.messages, { format, request, ...(kind.lossy === true && { allow: 'lossy' }) })
        expect(twice.messages, `second repair of ${label}`).toBe(once.messages)
      }
    })

    test('costs messages that have no edit their identity', () => {
      const strayed = damaged.filter(({ damaged: broken }, at) => {
        const result = results()[at]!
        const touched = new Set(result.edits.flatMap((edit) => (edit.op === 'insert' ? [] : [edit.index])))
        const kept = new Set(result.messages)
        return messagesOf(broken).some((message, index) => !touched.has(index) && !kept.has(message))
      })
      expect(strayed).toEqual([])
    })
  })

  test.each(corruptions.filter(({ lossy }) => lossy))('$name gives up media without consent', (kind) => {
    const sources = Array.from({ length: 60 }, (_, seed) => kind.apply(generate({ seed })))
    const broken = sources.find((source) => source !== null)!
    const result = repair(messagesOf(broken), optionsOf(broken))
    expect(result.changed).toBe(false)
    expect(result.remaining.map(({ type }) => type)).toContain(kind.faultType)
  })

  test('several kinds of damage at once are not repaired', () => {
    for (const seed of seeds(40)) {
      const source = generate({ seed, turns: 4 })
      const { applied, transcript } = subject.corrupt(source, createRandom(seed), { count: 3 })
      const place = `${seed} ${applied.map(({ name }) => name).join(' ')}`
      let messages = messagesOf(transcript)
      let changed: RequestBody = {}
      for (let tries = 0; tries < 3; tries += 1) {
        const said = answer(transcript, messages, changed)
        const error = said === '200' ? {} : { error: thrown(said) }
        const request = { ...requestOf(transcript), ...changed }
        const result = repair(messages, { format, request, allow: 'lossy', ...error })
        messages = result.messages
        changed = { ...changed, ...result.request }
      }
      expect(`${place}: ${answer(transcript, messages, changed)}`).toBe(`${place}: 200`)
    }
  })
}
