import { terminalEvents, turnStates, type TurnEvent } from './turn-event.ts'

/** The state of one turn, combined from all its events. */
export interface FoldedTurn {
  readonly turnID: string
  readonly state: string
  readonly isTerminal: boolean
  /** The user's prompt, from whichever event carries it. */
  readonly content?: string
  readonly attachments?: readonly unknown[]
  readonly submittedAt?: number
  readonly streamID?: string
}

/** A turn with two final states. */
export interface TerminalCollision {
  readonly turn_id: string
  readonly events: readonly string[]
}

/** All turns of a journal: `states` by turn id, and turns that two writers have ended differently. */
export interface FoldedTurns {
  readonly turns: readonly FoldedTurn[]
  readonly states: Readonly<Record<string, string>>
  readonly collisions: readonly TerminalCollision[]
}

const rank = (event: string): number => turnStates.findIndex((state) => state === event)

function foldTurn(turnID: string, events: readonly TurnEvent[]): FoldedTurn {
  const final = events.filter(({ event }) => terminalEvents.has(event)).at(-1)
  // A final state is kept, whatever a late or wrongly timed line says; before it, a turn's state only advances.
  const furthest = events.reduce((best, { event }) => (rank(event) >= rank(best) ? event : best), events[0]!.event)
  const content = events.map((event) => event.content).find((text) => typeof text === 'string' && text !== '')
  const attachments = events.map((event) => event['attachments']).find((each) => Array.isArray(each))
  const submitted = events.find(({ event }) => event === 'submitted') ?? events[0]
  const streamID = events.map((event) => event.stream_id).find((id) => typeof id === 'string')
  return {
    turnID,
    state: final?.event ?? furthest,
    isTerminal: final !== undefined,
    ...(content !== undefined && { content }),
    ...(attachments && { attachments }),
    ...(submitted?.created_at !== undefined && { submittedAt: submitted.created_at }),
    ...(streamID !== undefined && { streamID }),
  }
}

/**
 * Folds the events of a session, all of a turn and not only its latest, in the order in which {@link readTurnJournal} gives them.
 *
 * @example
 * foldTurns(events).turns.filter(({ isTerminal }) => !isTerminal)
 */
export function foldTurns(events: readonly TurnEvent[]): FoldedTurns {
  const byTurn = Map.groupBy(events, ({ turn_id }) => turn_id)
  const turns = [...byTurn].map(([turnID, own]) => foldTurn(turnID, own))
  const collisions = [...byTurn].flatMap(([turn_id, own]): TerminalCollision[] => {
    const finals = own.map(({ event }) => event).filter((event) => terminalEvents.has(event))
    return new Set(finals).size > 1 ? [{ turn_id, events: finals }] : []
  })
  return { turns, states: Object.fromEntries(turns.map(({ turnID, state }) => [turnID, state])), collisions }
}

/** Seconds by which a stored message may differ from the submission it came from. */
const SAME_MOMENT_S = 5

function isMessageOf(message: unknown, { turnID, content, submittedAt }: FoldedTurn): boolean {
  if (typeof message !== 'object' || message === null) return false
  const field = (name: string): unknown => Reflect.get(message, name)
  if (field('role') !== 'user') return false
  if (field('turn_id') === turnID || field('_turn_id') === turnID) return true
  // Never by text alone: a "continue" typed before is another one. Text and moment together are an identity.
  const time = field('timestamp')
  if (typeof time !== 'number' || submittedAt === undefined) return false
  return field('content') === content && Math.abs(time - submittedAt) <= SAME_MOMENT_S
}

/**
 * Turns without an end whose prompt the session does not hold. A message answers for one turn only, the finished ones first.
 *
 * @example
 * pendingTurns(foldTurns(events).turns, session.messages).map(({ content }) => content) // what was asked and is lost
 */
export function pendingTurns(turns: readonly FoldedTurn[], messages: readonly unknown[]): readonly FoldedTurn[] {
  const claimed = new Set<number>()
  const holds = (turn: FoldedTurn): boolean => {
    const at = messages.findIndex((message, index) => !claimed.has(index) && isMessageOf(message, turn))
    if (at >= 0) claimed.add(at)
    return at >= 0
  }
  for (const turn of turns) if (turn.isTerminal) holds(turn)
  return turns.filter((turn) => !turn.isTerminal && turn.content !== undefined && !holds(turn))
}
