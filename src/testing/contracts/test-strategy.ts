import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'
import type { Loss } from '../../faults/loss.ts'
import { isDeepStrictEqual } from 'node:util'
import type { FormatName } from '../../formats/format-name.ts'
import type { RecoveryErrorType } from '../../faults/fault-catalogue.ts'
import { diagnose } from '../../repair/diagnose.ts'
import { repair } from '../../repair/repair.ts'
import type { RepairOptions } from '../../repair/repair-options.ts'
import type { RepairResult } from '../../repair/repair-result.ts'

/** A kind of damage that a strategy finds, as an exchange of messages that begins with a user and ends with an assistant. */
export type StrategyScene = {
  /** The exchange with the fault in it. */
  broken: readonly unknown[]
  /** The exchange after the repair; the rest of the conversation must stay unchanged. Default: only the verdict is checked. */
  repaired?: readonly unknown[]
  /** The place of the fault, counted within the exchange; null: the whole conversation. Default: not checked. */
  at?: readonly [messageIndex: number, blockIndex?: number] | null
  /** The loss of the repair (default `none`). */
  loss?: Loss
  /** Where in a conversation the exchange is placed (default: at both ends). */
  where?: readonly ('first' | 'last')[]
  /** The messages behind the exchange when it is last (default: a user message; nothing for a fault of the end). */
  tail?: readonly unknown[]
  /** Faults that inevitably accompany the damage. */
  also?: readonly RecoveryErrorType[]
  /** An error of the provider, where the transcript cannot show the fault. */
  error?: unknown
  options?: Partial<RepairOptions>
}

/** The promises of a strategy: scenes that it finds and mends, and look-alikes that it leaves alone. */
export type StrategySpec = {
  type: RecoveryErrorType
  format: FormatName
  /** A healthy exchange for the rest of the conversation. */
  filler: readonly unknown[]
  request?: RepairOptions['request']
  /** The provider's judgement of the repaired messages; throws when it refuses. */
  judge?: (messages: readonly unknown[], result: RepairResult) => void
  finds: Readonly<Record<string, StrategyScene>>
  /** Healthy conversations that look like the fault. */
  nearMisses: Readonly<Record<string, readonly unknown[]>>
}

/** A named check; `run` throws a {@link StrategyTestError} when it fails. */
export type StrategyCheck = { title: string; run: () => void }

/**
 * Thrown by a strategy's test; the message tells which promise is broken, and in which scene.
 *
 * @example
 * for (const { run } of testStrategy(spec)) {
 *   try { run() } catch (error) { if (StrategyTestError.isInstance(error)) console.error(error.message) }
 * }
 */
export class StrategyTestError extends SessionRecoveryError<'strategy_test'> {
  static override readonly brand: string = 'StrategyTestError'

  constructor(message: string) {
    super('strategy_test', message)
  }
}

const tail = [{ role: 'user', content: 'Go on.' }]

/**
 * The checks that every strategy has to pass: found and repaired at both ends of a conversation, at the price that it names,
 * to a fixed point, and silent on healthy conversations that look alike. For any test runner.
 *
 * @example
 * for (const { title, run } of testStrategy(spec)) test(title, run)
 */
export function testStrategy(spec: StrategySpec): StrategyCheck[] {
  const finds = Object.entries(spec.finds).flatMap(([name, scene]) =>
    (scene.where ?? ['first', 'last']).map((where) => ({
      title: `${spec.type} stays: ${name}, ${where} in the conversation`,
      run: () => checkFound(spec, scene, where),
    })),
  )
  const nearMisses = Object.entries(spec.nearMisses).map(([name, messages]) => ({
    title: `${spec.type} is a false alarm: ${name}`,
    run: () => {
      const { faults } = diagnose(messages, { format: spec.format, request: spec.request ?? {} })
      demand(faults.length === 0, `reported ${JSON.stringify(faults)}`)
    },
  }))
  return [...missingScenes(spec), ...finds, ...nearMisses]
}

/** Fails for a specification without scenes, which every strategy would satisfy. */
function missingScenes({ finds, nearMisses, type }: StrategySpec): StrategyCheck[] {
  const lacks = (what: string, scenes: object): StrategyCheck[] => {
    if (Object.keys(scenes).length > 0) return []
    return [
      { title: `${type} has no ${what}`, run: () => demand(false, `Give the specification of ${type} its ${what}.`) },
    ]
  }
  return [
    ...lacks('scene in which it is found (finds)', finds),
    ...lacks('healthy conversation that looks alike (nearMisses)', nearMisses),
  ]
}

function checkFound(spec: StrategySpec, scene: StrategyScene, where: 'first' | 'last'): void {
  const around = (exchange: readonly unknown[]): readonly unknown[] =>
    where === 'first' ? [...exchange, ...spec.filler, ...tail] : [...spec.filler, ...exchange, ...(scene.tail ?? tail)]
  const messages = around(scene.broken)
  const options = { format: spec.format, request: spec.request ?? {}, ...scene.options }
  const { faults } = diagnose(messages, options)
  const types = new Set(faults.map(({ type }) => type))
  if (scene.error !== undefined) demand(!types.has(spec.type), 'it is visible without the error')
  else {
    demand(
      types.has(spec.type),
      `found ${[...types].join(', ') || 'nothing: visit misses it, or the screen of the format passed it'}`,
    )
    const others = [...types].filter((type) => type !== spec.type && !scene.also?.includes(type))
    demand(others.length === 0, `found ${others.join(', ')} too`)
    checkPlace(scene, faults.find(({ type }) => type === spec.type)!.at, where === 'first' ? 0 : spec.filler.length)
  }
  const result = repair(messages, { ...options, error: scene.error })
  demand(result.ok, `left ${JSON.stringify(result.remaining)}`)
  demand(result.loss === (scene.loss ?? 'none'), `cost ${result.loss}`)
  if (scene.repaired !== undefined) {
    const wanted = around(scene.repaired)
    demand(isDeepStrictEqual(result.messages, wanted), `repaired to ${JSON.stringify(result.messages)}`)
  }
  const again = repair(result.messages, { ...options, request: { ...options.request, ...result.request } })
  demand(!again.changed, 'a second repair changed it again')
  spec.judge?.(result.messages, result)
}

function checkPlace(
  { at }: StrategyScene,
  found: { readonly messageIndex: number; readonly blockIndex?: number } | null,
  offset: number,
): void {
  if (at === undefined) return
  const place =
    found === null ? null : [found.messageIndex - offset, found.blockIndex].filter((part) => part !== undefined)
  demand(isDeepStrictEqual(place, at), `found at ${JSON.stringify(place)}`)
}

function demand(holds: boolean, failure: string): asserts holds {
  if (!holds) throw new StrategyTestError(failure)
}
