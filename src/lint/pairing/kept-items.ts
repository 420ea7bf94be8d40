import type { FormatWriter } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import type { CallsElsewhere } from './calls-elsewhere.ts'

/** What of a draft items need. */
export interface ItemEdit {
  readonly write: FormatWriter
  replace(block: Block, ...raw: readonly unknown[]): void
  remove(block: Block): void
  setField(message: Message, field: string, value: unknown): void
  giveUpThinking(block: Block): void
  dropItemId(message: Message): void
  renameCall(call: Block, id: string, result: Block | undefined): void
}

/** What is to be known of items that a server keeps under ids. Of a format with none of them a bundler leaves it out. */
export interface KeptItems {
  /** Reads which calls and results the list only points to. */
  callsElsewhere(rules: Rules): CallsElsewhere
  /**
   * Reasoning goes: the items of the same response that follow it must not be known to the server any more, for it demands the
   * reasoning of those it knows. They lose their ids, and a call that has no other name gets a new one.
   */
  forgetResponse(reasoning: Block, edit: ItemEdit, transcript: Transcript, rules: Rules): void
  /** Where a text stands instead of an item: before the reasoning that must not lose what follows it; undefined where there is none. */
  placeBeside(index: number, transcript: Transcript): number | undefined
  /** Takes the id from an item; one that may not be without gets a new id, and one that is nothing else goes. */
  dropItemId(message: Message, edit: ItemEdit, transcript: Transcript, rules: Rules): void
  /** Writes the new id of a call into what it has approved. */
  renameApproved(call: Block, id: string, edit: ItemEdit, transcript: Transcript, rules: Rules): void
  /** The items that an error quotes. */
  namedItems(transcript: Transcript, rules: Rules, text: string): readonly Message[]
}
