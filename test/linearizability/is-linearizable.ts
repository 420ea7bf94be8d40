/** One call of one client: when it was made and when its answer came, on one clock that never stands still. */
export interface Operation<Call, Answer> {
  readonly call: Call
  readonly answer: Answer
  readonly invoked: number
  /** `Infinity`: nobody ever learnt the answer. It may have had its effect at any time. */
  readonly returned: number
}

/** What the object under test must be, if calls came one after another. */
export interface Machine<State, Call, Answer> {
  readonly initial: State
  /** The state after a call that was answered so; null: this answer cannot be in this state. */
  step(state: State, call: Call, answer: Answer): State | null
  /** Equal for equal states. */
  key(state: State): string
}

/** A call or its return, in a list from which calls are taken and put back. */
interface Event<Call, Answer> {
  readonly operation: Operation<Call, Answer>
  readonly bit: bigint
  /** The return that belongs to a call; undefined for a return. */
  readonly ending: Event<Call, Answer> | undefined
  before: Event<Call, Answer> | undefined
  after: Event<Call, Answer> | undefined
}

function unlink<Call, Answer>(event: Event<Call, Answer>): void {
  if (event.before) event.before.after = event.after
  if (event.after) event.after.before = event.before
}

function relink<Call, Answer>(event: Event<Call, Answer>): void {
  if (event.before) event.before.after = event
  if (event.after) event.after.before = event
}

/** The events in the order of time. The first of the list is a mark. */
function eventList<Call, Answer>(history: readonly Operation<Call, Answer>[]): Event<Call, Answer> {
  const events = history.flatMap((operation, index) => {
    const links = { before: undefined, after: undefined }
    const ending: Event<Call, Answer> = { operation, bit: 0n, ending: undefined, ...links }
    const call: Event<Call, Answer> = { operation, bit: 1n << BigInt(index), ending, ...links }
    return [
      { at: operation.invoked, event: call },
      { at: operation.returned, event: ending },
    ]
  })
  const mark = { operation: history[0]!, bit: 0n, ending: undefined, before: undefined, after: undefined }
  let last: Event<Call, Answer> = mark
  // Infinity minus itself is no number: what never returned comes last, in any order.
  for (const { event } of events.sort((a, b) => (a.at === b.at ? 0 : a.at - b.at))) {
    last.after = event
    event.before = last
    last = event
  }
  return mark
}

/**
 * Whether there is one order of all calls that keeps every answer true and in which no call comes before one that had returned
 * before it began: the algorithm of Wing, Gong and Lowe, as Porcupine has it. What was tried is remembered by the set of
 * calls taken and the state they led to.
 */
export function isLinearizable<State, Call, Answer>(
  history: readonly Operation<Call, Answer>[],
  machine: Machine<State, Call, Answer>,
): boolean {
  if (history.length === 0) return true
  const mark = eventList(history)
  const tried = new Set<string>()
  const taken: { readonly event: Event<Call, Answer>; readonly state: State }[] = []
  let state = machine.initial
  let done = 0n
  let event = mark.after
  while (mark.after !== undefined) {
    if (event?.ending === undefined) {
      // A call has returned that cannot have been: the last choice was wrong.
      const choice = taken.pop()
      if (choice === undefined) return false
      state = choice.state
      done &= ~choice.event.bit
      relink(choice.event.ending!)
      relink(choice.event)
      event = choice.event.after
      continue
    }
    const { call, answer } = event.operation
    const next = machine.step(state, call, answer)
    const key = next === null ? '' : `${(done | event.bit).toString(36)} ${machine.key(next)}`
    if (next === null || tried.has(key)) {
      event = event.after
      continue
    }
    tried.add(key)
    taken.push({ event, state })
    state = next
    done |= event.bit
    unlink(event)
    unlink(event.ending)
    event = mark.after
  }
  return true
}
