import { SessionRecoveryError } from '../../errors/session-recovery-error.ts'
import { isDeepStrictEqual } from 'node:util'
import type { FormatName } from '../../formats/format-name.ts'
import type { RequestBody } from '../../formats/format.ts'
import { repair } from '../../repair/repair.ts'
import type { RepairOptions } from '../../repair/repair-options.ts'
import type { RepairResult } from '../../repair/repair-result.ts'

/** A request as a provider gets it (messages and the rest of the body), with the options of its repair. */
export interface FormatSample {
  readonly label: string
  readonly messages: readonly unknown[]
  readonly request: RequestBody
  readonly options?: Partial<RepairOptions>
  /** Further input of the judge. */
  readonly transcript?: unknown
}

/** What {@link testFormat} needs of a format: samples, and a judge that shares no code with the linter. */
export interface FormatUnderTest {
  /** The prefix of every title. */
  readonly name: string
  readonly format: FormatName
  /** Requests that the provider accepts. */
  readonly healthy: () => Iterable<FormatSample>
  /** Requests that the provider refuses, and that a repair within `options.allow` can save. */
  readonly corrupted: () => Iterable<FormatSample>
  /** `200`, or the wording of the provider's refusal; shares no code with the linter (I3). */
  readonly judge: (sample: FormatSample, betas: readonly string[]) => string
}

/** A test for any runner: `run` throws when the format breaks the contract that the title names. */
export interface FormatTest {
  readonly title: string
  readonly run: () => void
}

/**
 * Thrown by a format test: what broke, at which sample.
 *
 * @example
 * for (const { run } of testFormat(suite)) {
 *   try { run() } catch (error) { if (FormatContractError.isInstance(error)) console.error(error.message) }
 * }
 */
export class FormatContractError extends SessionRecoveryError<'format_contract_broken'> {
  static override readonly brand: string = 'FormatContractError'

  constructor(message: string) {
    super('format_contract_broken', message)
  }
}

type Check = (sample: FormatSample, suite: FormatUnderTest) => string | null

const mend = ({ messages, options, request }: FormatSample, { format }: FormatUnderTest): RepairResult =>
  repair(messages, { format, request, ...options })

const firstRepairs = new WeakMap<FormatSample, RepairResult>()

/** The repair of a sample, computed once for all its checks. */
function mendOnce(sample: FormatSample, suite: FormatUnderTest): RepairResult {
  const result = firstRepairs.get(sample) ?? mend(sample, suite)
  firstRepairs.set(sample, result)
  return result
}

/** The sample after its repair. */
const mended = (sample: FormatSample, result: RepairResult): FormatSample => ({
  ...sample,
  messages: result.messages,
  request: { ...sample.request, ...result.request },
})

const healthyChecks: readonly (readonly [title: string, check: Check])[] = [
  ['a generated conversation is refused by the judge', (sample, suite) => refusal(suite.judge(sample, []))],
  [
    'a healthy conversation is changed (I1)',
    (sample, suite) => {
      const { faults, messages } = mend(sample, suite)
      return faults.length === 0 && messages === sample.messages ? null : `found ${faults[0]?.type ?? 'nothing'}`
    },
  ],
]

const corruptedChecks: readonly (readonly [title: string, check: Check])[] = [
  [
    'a repaired conversation is refused by the judge (I3)',
    (sample, suite) => {
      const result = mendOnce(sample, suite)
      return refusal(suite.judge(mended(sample, result), result.betas ?? []))
    },
  ],
  [
    'a repair leaves faults behind',
    (sample, suite) => {
      const { ok, remaining } = mendOnce(sample, suite)
      return ok ? null : `left ${remaining.map(({ type }) => type).join(', ')}`
    },
  ],
  [
    'a second repair changes something (I2)',
    (sample, suite) => {
      const once = mended(sample, mendOnce(sample, suite))
      return mend(once, suite).messages === once.messages ? null : 'not idempotent'
    },
  ],
  [
    'two repairs of one conversation differ (I2)',
    (sample, suite) => {
      const twin = { ...sample, messages: structuredClone(sample.messages) }
      const [first, second] = [mendOnce(sample, suite), mend(twin, suite)].map(({ messages }) =>
        JSON.stringify(messages),
      )
      return first === second ? null : 'not deterministic'
    },
  ],
  [
    'a repair changes what it was given',
    (sample, suite) => {
      const before = structuredClone(sample.messages)
      mend(sample, suite)
      return isDeepStrictEqual(before, structuredClone(sample.messages)) ? null : 'the input was mutated'
    },
  ],
  [
    'a message without an edit is copied (I6)',
    (sample, suite) => {
      const { edits, messages } = mendOnce(sample, suite)
      const edited = new Set(edits.flatMap((edit) => (edit.op === 'insert' ? [] : [edit.index])))
      const kept = new Set(messages)
      const copied = sample.messages.findIndex((message, index) => !edited.has(index) && !kept.has(message))
      return copied < 0 ? null : `message ${copied}`
    },
  ],
  [
    'an edit changes nothing, or has no cause (I6)',
    (sample, suite) => {
      const idle = mendOnce(sample, suite).edits.find(
        (edit) => edit.because.length === 0 || (edit.op === 'replace' && isDeepStrictEqual(edit.before, edit.after)),
      )
      return idle === undefined ? null : `${idle.op} at ${idle.index}`
    },
  ],
]

/**
 * The contract of a format, as tests. Titles are the failures that they exclude; `run` throws a {@link FormatContractError}.
 *
 * @example
 * for (const { title, run } of testFormat(formatUnderTest(kits.gemini))) test(title, run)
 */
export function testFormat(suite: FormatUnderTest): FormatTest[] {
  const tests = (samples: () => Iterable<FormatSample>, checks: typeof healthyChecks): FormatTest[] => {
    let made: readonly FormatSample[] | undefined
    return checks.map(([title, check]) => ({
      title: `${suite.name}: ${title}`,
      run() {
        made ??= [...samples()]
        for (const sample of made) {
          const broken = check(sample, suite)
          if (broken !== null) throw new FormatContractError(`${title}: ${sample.label}: ${broken}`)
        }
        if (made.length === 0) throw new FormatContractError(`${title}: there are no samples`)
      },
    }))
  }
  return [...tests(suite.healthy, healthyChecks), ...tests(suite.corrupted, corruptedChecks)]
}

function refusal(answer: string): string | null {
  return answer === '200' ? null : answer
}
