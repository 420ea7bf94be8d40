import type { Block } from '../../transcript/transcript.ts'

/** One call and what answered it. Pairing is by occurrence: an id may legally come back in a later turn. */
export class Occurrence {
  readonly call: Block
  readonly repeats: Block | undefined
  result: Block | undefined

  constructor(call: Block, repeats: Block | undefined) {
    this.call = call
    this.repeats = repeats
  }
}

/** No result, and not a repetition whose own fault comes first. */
export function isPlainlyOpen(occurrence: Occurrence): boolean {
  return occurrence.result === undefined && occurrence.repeats === undefined
}

/** A result of one kind may answer calls of that kind only; one of another kind is repaired where it stands. */
export function isOfKind(call: Block, result: Block): boolean {
  return result.shape.answers === undefined || result.shape.answers.has(call.shape.type)
}

/** Of calls under one id, as some relays give them to all of a turn, the name of a result says which it answers. */
export function isNamedOtherwise({ name }: Block, result: Block): boolean {
  return name !== result.name && Boolean(name) && Boolean(result.name)
}

/** Two ids that differ say that two blocks do not belong together; a missing one says nothing. */
export function isLooselyNamed(call: Block, result: Block): boolean {
  return call.callId === undefined || result.callId === undefined || !result.name
}
