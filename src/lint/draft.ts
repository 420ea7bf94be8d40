import { marked } from '../faults/synthetic-text.ts'
import { isSpeech } from '../transcript/is-speech.ts'
import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { appendAll } from '../json/append-all.ts'
import { readOnce } from '../json/read-once.ts'
import {
  type Cause,
  changeOf,
  create,
  type DraftChanges,
  type MessageChange,
  type NewMessage,
} from './draft-changes.ts'
import type { BlockKind } from '../transcript/block-kind.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'

/** Writes one change of a fix, and why it happens, into the changes of the pass. */
type Operation = (changes: DraftChanges, cause: Cause) => void

/**
 * What a fix may do. All positions are those of the snapshot that the pass has read, so fixes of one pass cannot shift
 * each other; two fixes that want the same block exclude each other, and the later one waits for the next pass. What changes together
 * where results stand elsewhere than at the head of the next turn, or a server keeps items, `DraftOfForms` knows.
 */
export class Draft {
  protected readonly transcript: Transcript
  readonly #format: Format
  protected readonly rules: Rules
  readonly #body: RequestBody
  readonly #operations: Operation[] = []
  readonly #targets = new Set<Block | Message>()
  readonly #homes = new Set<Message>()

  constructor(transcript: Transcript, format: Format, rules: Rules, body: RequestBody) {
    this.transcript = transcript
    this.#format = format
    this.rules = rules
    this.#body = body
  }

  get write(): Format['write'] {
    return this.#format.write
  }

  /** The blocks and messages that the fix wants for itself. */
  get targets(): ReadonlySet<Block | Message> {
    return this.#targets
  }

  /** Messages that receive a block, and must not go or be replaced under it (I4). */
  get homes(): ReadonlySet<Message> {
    return this.#homes
  }

  #then(operation: Operation): void {
    this.#operations.push(operation)
  }

  protected change(message: Message, write: (change: MessageChange) => void): void {
    this.#then((changes, cause) => write(changeOf(changes, message, cause)))
  }

  commit(changes: DraftChanges, cause: Cause): void {
    for (const operation of this.#operations) operation(changes, cause)
  }

  protected claim(target: Block | Message): void {
    this.#targets.add(target)
  }

  /** Replaces a block by raw blocks of its own field, or one that is a message by raw messages; none removes it. */
  replace(block: Block, ...raw: readonly unknown[]): void {
    this.claim(block)
    this.change(block.message, (change) => {
      const field = change.blocks.get(block.field) ?? new Map<number, readonly unknown[]>()
      field.set(block.index, raw)
      change.blocks.set(block.field, field)
    })
  }

  /** Replaces a block, and tells what it no longer says behind it. */
  replaceBeside(block: Block, raw: unknown, texts: readonly unknown[]): void {
    this.replace(block, raw, ...texts)
  }

  remove(block: Block): void {
    this.replace(block)
  }

  removeMessage(message: Message): void {
    this.claim(message)
    this.change(message, (change) => {
      change.removed = true
    })
  }

  replaceMessage(message: Message, raw: unknown): void {
    this.claim(message)
    this.change(message, (change) => {
      change.replacement = raw
    })
  }

  /** Sets a field of the raw message; undefined removes it. */
  setField(message: Message, field: string, value: unknown): void {
    this.change(message, (change) => {
      change.fields.set(field, value)
    })
  }

  /** Inserts a raw block before the block with that index of the content field. */
  insert(message: Message, index: number, raw: unknown): void {
    this.#homes.add(message)
    this.change(message, (change) => {
      change.inserted.push({ at: index, raw })
    })
  }

  /** Inserts a message before that index of the list. New messages of one role at one place become one. */
  insertMessage(before: number, role: NewMessage['role'], blocks: readonly unknown[]): void {
    this.#then((changes, cause) => {
      const last = changes.lastCreated.get(before)
      if (last && 'role' in last && last.role === role) {
        appendAll(last.blocks, blocks)
        last.causes.push(cause)
      } else {
        create(changes, { before, role, blocks: [...blocks], causes: [cause] })
      }
    })
  }

  /** Moves a message, as it is, to before that index of the list. */
  moveMessage(message: Message, before: number): void {
    this.removeMessage(message)
    this.insertRaw(before, message.raw)
  }

  /** Puts blocks that only a user may send behind the results that lead the next user turn, or into one of its own. */
  tellUser(message: Message, blocks: readonly unknown[]): void {
    const turn = this.transcript.turns[message.turnIndex]!
    const next = this.transcript.turns[turn.index + 1]
    if (next?.role !== 'user')
      return this.insertMessage(this.placeBehind(turn.messages.at(-1)!.index + 1), 'user', blocks)
    const home = next.messages.find((candidate) => leadingResults(candidate) < candidate.blocks.length)
    const place = home ?? next.messages.at(-1)!
    for (const block of blocks) this.insert(place, leadingResults(place), block)
  }

  insertRaw(before: number, raw: unknown): void {
    this.#then((changes, cause) => {
      create(changes, { before, raw, causes: [cause] })
    })
  }

  /** Puts a raw result where the format wants the answer to a call. */
  answer(call: Block, result: unknown): void {
    if (call.shape.server) return this.insert(call.message, call.index + 1, result)
    const { alternation, answersWhole, resultRole: home = 'user', resultsInOneMessage, thinkingBound } = this.rules
    const turn = this.transcript.turns[call.message.turnIndex]!
    const last = turn.messages.at(-1)!
    // Two messages in a row where roles alternate, or each is a whole answer: the result is what has gone from between them.
    // So is what thinking is bound to with which an answer of its own begins (I11).
    const isApart = answersWhole === true || (alternation === 'required' && !resultsInOneMessage)
    const next = turn.messages.find(
      ({ blocks, index }) =>
        index > call.message.index && (isApart || (thinkingBound && blocks[0]?.kind === 'thinking')),
    )
    if (next) return this.insertMessage(next.index, home, [result])
    const following = this.transcript.turns[turn.index + 1]
    if (following?.role === home) this.insertResult(following.messages[0]!, result)
    else this.insertMessage(last.index + 1, home, [result])
  }

  /**
   * Puts other blocks where a block stood; where it is a message of its own, into a message of its role, and those of a
   * result into a user message behind the other results.
   */
  replaceInTurn(result: Block, blocks: readonly unknown[]): void {
    this.replace(result, ...blocks)
  }

  /** Puts a text where a block stood, of whoever's message it is; without a word the block goes. */
  tell(block: Block, text: string): void {
    const { kind, message } = block
    // What the model has thought or summed up would be taken for words of a person (I5).
    const label = message.role === 'user' && labels[kind]
    this.replaceInTurn(
      block,
      text === '' ? [] : [this.write.text(label ? `${marked(label)}:\n${text}` : text, message.role)],
    )
  }

  /** Removes a thinking block. */
  giveUpThinking(block: Block): void {
    this.remove(block)
  }

  /** Gives a call another id, and its result too. */
  renameCall(call: Block, id: string, result: Block | undefined): void {
    const { withCallId } = this.#format.write
    this.replace(call, withCallId(call, id))
    if (result && result.raw !== call.raw && result.callId !== id) this.replace(result, withCallId(result, id))
  }

  /** Takes the id from an item, where a server keeps items. */
  dropItemId(_message: Message): void {}

  /** Puts a raw result at the head of a message, behind the results that lead it. */
  insertResult(home: Message, result: unknown): void {
    this.insert(home, leadingResults(home), result)
  }

  /** Changes fields of the request body, and demands beta headers. */
  setRequest(fields: RequestBody, betas: readonly string[] = []): void {
    this.#request(() => fields)
    this.#then((changes) => {
      for (const beta of betas) changes.betas.add(beta)
    })
  }

  /** Changes one field of the request body. */
  updateRequest(field: string, update: (value: unknown) => unknown): void {
    this.#request((body) => ({ [field]: update(body[field]) }))
  }

  /** Adds system texts to the request's own field, where the format has one. */
  liftSystem(texts: readonly string[]): void {
    this.#request((body) => this.#format.write.liftSystem(body, texts))
  }

  /** Defines tools that the conversation calls, where the format demands it. */
  defineTools(names: readonly string[]): void {
    this.#request((body) => this.#format.write.defineTools(body, names))
  }

  /** Changes the request body as the fixes before have left it; the fields that are given back are laid over it. */
  #request(change: (body: RequestBody) => RequestBody | null): void {
    this.#then((changes, cause) => {
      Object.assign(changes.request, change({ ...this.#body, ...changes.request }))
      changes.requestLosses.add(cause.loss)
    })
  }

  /** Where a message stands that must not part results from their calls. */
  protected placeBehind(index: number): number {
    return index
  }
}

/** Whose words are told in a turn of the user. */
const labels: Partial<Readonly<Record<BlockKind, string>>> = {
  compaction: 'A summary of what was said before',
  thinking: 'A thought of the assistant',
}

const leadingResults = readOnce(({ blocks }: Message) => {
  const index = blocks.findIndex(isSpeech)
  return index < 0 ? blocks.length : index
})
