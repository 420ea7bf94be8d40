import { expect, test } from 'vitest'
import { type RecoveryErrorType, repair } from '../../src/index.ts'
import { strategies } from '../../src/strategies/index.ts'
import { blocks } from './scenes/blocks.ts'
import { callIds } from './scenes/call-ids.ts'
import { calls } from './scenes/calls.ts'
import { compactions } from './scenes/compactions.ts'
import { content } from './scenes/content.ts'
import { frameworks } from './scenes/frameworks.ts'
import { itemIds } from './scenes/item-ids.ts'
import { items } from './scenes/items.ts'
import { listedCalls } from './scenes/listed-calls.ts'
import { media } from './scenes/media.ts'
import { refusedCalls } from './scenes/refused-calls.ts'
import { refusedContent } from './scenes/refused-content.ts'
import { refusedItems } from './scenes/refused-items.ts'
import { roles } from './scenes/roles.ts'
import type { Scene, Scenes } from './scenes/scene.ts'
import { resultsTogether } from './scenes/results-together.ts'
import { signatures } from './scenes/signatures.ts'
import { thinkings } from './scenes/thinking.ts'
import { together } from './scenes/together.ts'
import { results } from './scenes/results.ts'

const all: readonly Scenes[] = [
  roles,
  callIds,
  calls,
  results,
  thinkings,
  signatures,
  content,
  blocks,
  compactions,
  media,
  items,
  itemIds,
  refusedItems,
  frameworks,
  refusedContent,
  refusedCalls,
  resultsTogether,
  listedCalls,
  together,
]

const told = (words: readonly unknown[]): string => words.filter((word) => word !== undefined && word !== '').join(' ')

/** What is found, at which place, price and detail; what is done; what is left. */
function outcomeOf({ list, options }: Scene): { readonly text: string; readonly types: readonly RecoveryErrorType[] } {
  const { betas, edits, faults, loss, ok, remaining, request } = repair(list, options)
  const lines = [
    ...faults.map(({ at, detail, loss: cost, type }) =>
      told([type, at === null ? 'request' : `${at.messageIndex}.${at.field}.${at.blockIndex}`, cost, shown(detail)]),
    ),
    ...edits.map((edit) => {
      const { because, index, loss: cost, op } = edit
      return told(['->', op, index, cost, `(${because.join(', ')})`, op === 'remove' ? '' : shown(edit.after)])
    }),
    ...(request ? [`-> request ${shown(request)}`] : []),
    ...(betas ? [`-> betas ${betas.join(' ')}`] : []),
    told([ok ? 'ok' : `not ok: ${remaining.map(({ type }) => type).join(', ')}`, loss]),
  ]
  return {
    text: lines.map((line) => `    ${line}`).join('\n'),
    types: [...faults, ...edits.flatMap(becauseOf)].map(typeOf),
  }
}

const becauseOf = ({ because }: { because: readonly RecoveryErrorType[] }): { type: RecoveryErrorType }[] =>
  because.map((type) => ({ type }))
const typeOf = ({ type }: { type: RecoveryErrorType }): RecoveryErrorType => type

/** A field that is to be left out is told as such; JSON would leave it out. */
const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (part === undefined ? '(left out)' : part)).replaceAll(
    /[A-Za-z0-9+/=]{80,}/g,
    (bytes) => `(${bytes.length} bytes)`,
  )

/** Is a change meant: `npx vitest run test/strategies/outcomes -u`, and read the difference before it is committed. */
test('a scene ends otherwise than was recorded', async () => {
  const lines: string[] = []
  const seen = new Set<RecoveryErrorType>()
  for (const { type } of strategies) {
    const scenes = all.flatMap((some) => Object.entries(some[type] ?? {}))
    for (const [what, scene] of scenes) {
      const { text, types } = outcomeOf(scene)
      lines.push(`${type}: ${what}`, text)
      if (types.includes(type)) seen.add(type)
    }
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./outcomes.txt')
  expect(strategies.map(typeOf).filter((type) => !seen.has(type))).toEqual(['unspecified_structural'])
})
