import { type Decision, resultOf } from '../decision.ts'
import type { StoreBackend } from '../store-backend.ts'

/** Runs a command; its refusal is thrown as a `StoreError`. */
export type Execute = <Command, Result>(decision: Decision<Command, Result>, command: Command) => Promise<Result>

export function executeOn(backend: StoreBackend, now: () => number): Execute {
  return async (decision, command) =>
    resultOf(
      await backend.run(decision.needs(command), (facts) => decision.decide(facts, command, now())),
      backend.path,
    )
}
