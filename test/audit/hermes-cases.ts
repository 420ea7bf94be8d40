import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Given } from './hermes-scene.ts'

type Fields = Readonly<Record<string, unknown>>

/** One fact about hermes-webui: what is given, what is done, what has to be so then. */
export interface HermesCase {
  readonly id: string
  readonly given: Given
  readonly when: Fields & { readonly op: string }
  readonly then: Fields
}

const lines = readFileSync(join(import.meta.dirname, 'hermes-cases.jsonl'), 'utf8')
  .trim()
  .split('\n')

export const hermesCases: readonly HermesCase[] = lines.map((line): HermesCase => JSON.parse(line))

/** The cases whose operation begins so. */
export function casesOf(...operations: readonly string[]): readonly HermesCase[] {
  return hermesCases.filter(({ when }) => operations.includes(when.op))
}

/** What a case promises about the things that a test has observed; at least one, else the test would prove nothing. */
export function promised({ id, then }: HermesCase, observed: object): Fields {
  const names = Object.keys(observed).filter((name) => Object.hasOwn(then, name))
  if (names.length === 0 && Object.keys(then).some((name) => name !== 'throws'))
    throw new Error(`Nothing of ${id} is observed`)
  return Object.fromEntries(names.map((name) => [name, then[name]]))
}
