import type { Format, RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { readOnce } from '../json/read-once.ts'
import { speaksAsTool } from '../transcript/speaks-as-tool.ts'
import type { Block, Message, Transcript, Turn } from '../transcript/transcript.ts'
import { Draft } from './draft.ts'
import type { KeptItems } from './pairing/kept-items.ts'

/** Writes where results stand elsewhere than at the head of the next turn, what seals a call names it, or a server keeps items. */
export class DraftOfForms extends Draft {
  readonly #kept: KeptItems | undefined

  constructor(transcript: Transcript, format: Format, rules: Rules, body: RequestBody, kept?: KeptItems) {
    super(transcript, format, rules, body)
    this.#kept = kept
  }

  override answer(call: Block, result: unknown): void {
    const { rules, transcript } = this
    const { answersWhole, results, resultsInOneMessage } = rules
    const { index, turnIndex } = call.message
    const turn = transcript.turns[turnIndex]!
    const isApart = answersWhole === true && call.message !== turn.messages.at(-1)
    if (results === 'same-block') this.replace(call, result)
    // Parallel calls stay together: their results stand behind the last of them.
    else if (results === 'items') this.insertRaw(callEnds(transcript)[index]!, result)
    else if (call.shape.server) super.answer(call, result)
    else if (results === 'own-messages') this.insertRaw(resultEnds(transcript)[index + 1]!, result)
    else if (resultsInOneMessage && !isApart) answerBehind(turn, result, this, transcript)
    else super.answer(call, result)
  }

  /** Removes a thinking block, and what ties its response to it. */
  override giveUpThinking(block: Block): void {
    super.giveUpThinking(block)
    this.#kept?.forgetResponse(block, this, this.transcript, this.rules)
  }

  /** Gives a call another id, its result too, and what else names it. */
  override renameCall(call: Block, id: string, result: Block | undefined): void {
    super.renameCall(call, id, result)
    const seal = this.write.sealBeside?.(call)
    if (seal) this.replace(seal, this.write.withField(seal.raw, 'id', id))
    this.#kept?.renameApproved(call, id, this, this.transcript, this.rules)
  }

  override dropItemId(message: Message): void {
    this.#kept?.dropItemId(message, this, this.transcript, this.rules)
  }

  /** Behind the run of messages that are results, from that index on. */
  protected override placeBehind(index: number): number {
    return resultEnds(this.transcript)[index]!
  }

  /** A block may be a message. */
  override replace(block: Block, ...raw: readonly unknown[]): void {
    if (block.field !== '') return super.replace(block, ...raw)
    this.claim(block)
    for (const more of raw.slice(1)) this.insertRaw(block.message.index + 1, more)
    this.change(block.message, (change) => {
      if (raw.length === 0) change.removed = true
      else change.replacement = raw[0]
    })
  }

  override replaceBeside(block: Block, raw: unknown, texts: readonly unknown[]): void {
    if (block.field !== '' || texts.length === 0) return super.replaceBeside(block, raw, texts)
    this.replace(block, raw)
    this.insertMessage(block.message.index + 1, 'user', texts)
  }

  override replaceInTurn(result: Block, blocks: readonly unknown[]): void {
    const { index, role } = result.message
    const holdsResultsOnly = this.rules.resultRole === 'tool' && role === 'tool'
    if (result.field !== '' && !holdsResultsOnly) return this.replace(result, ...blocks)
    this.remove(result)
    if (blocks.length === 0) return
    const place = this.#kept?.placeBeside(index, this.transcript) ?? this.placeBehind(index)
    this.insertMessage(place, role === 'assistant' ? role : 'user', blocks)
  }
}

/** Results stand in the message right behind the turn that calls; one that holds none of them is another's. */
function answerBehind(turn: Turn, result: unknown, edit: Draft, { messages }: Transcript): void {
  const next = turn.messages.at(-1)!.index + 1
  const home = messages[next]
  if (home?.role === 'user' && holdsResults(home)) edit.insertResult(home, result)
  else edit.insertMessage(next, 'user', [result])
}

const holdsResults = readOnce(({ blocks }: Message) => blocks.some(({ kind }) => kind === 'tool_result'))

const callEnds = endsOf(({ blocks }) => blocks[0]?.kind === 'tool_call')
const resultEnds = endsOf((message) => message.role === 'tool' && !speaksAsTool(message))

/** For each index the end of the run of such messages that begins there. */
function endsOf(belongs: (message: Message) => boolean): (transcript: Transcript) => Int32Array {
  return readOnce(({ messages }) => {
    const ends = new Int32Array(messages.length + 1).fill(messages.length)
    for (let index = messages.length - 1; index >= 0; index -= 1)
      ends[index] = belongs(messages[index]!) ? ends[index + 1]! : index
    return ends
  })
}
