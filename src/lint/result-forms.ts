import type { FormatWriter } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import type { Pairer } from './pairer.ts'
import type { sentTogether } from './sent-together.ts'
import type { ToolPlaces } from './tool-places.ts'

/** What of a draft results need. */
export interface ResultEdit {
  readonly write: FormatWriter
  replace(block: Block, raw: unknown): void
  insertRaw(before: number, raw: unknown): void
  insertMessage(before: number, role: 'user', blocks: readonly unknown[]): void
  insertResult(home: Message, result: unknown): void
}

/** Where results stand elsewhere than at the head of the next turn, and what they answer beside ids. Of a format without a bundler leaves it out. */
export interface ResultForms {
  readonly pairer: new (...given: ConstructorParameters<typeof Pairer>) => Pairer
  /** Puts a raw result where the format wants the answer to a call; false where that is the head of the next turn. */
  answer(call: Block, result: unknown, edit: ResultEdit, transcript: Transcript, rules: Rules): boolean
  /** Where the run of messages ends that are results, from that index on. */
  endOfResults(index: number, transcript: Transcript): number
  /** What seals a call beside it names it, too. */
  renameSeal(call: Block, id: string, edit: ResultEdit): void
  readonly sentTogether: typeof sentTogether
  /** Where calls and results go that are written anew. */
  readonly places: typeof ToolPlaces
}
