import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import type { Role } from '../transcript/role.ts'
import type { FormatName } from './format-name.ts'
import type { MediaItem } from '../media/media-item.ts'
import type { RoundReader } from './round.ts'
import type { Rules } from './rules.ts'

/** The rest of a request body: model, thinking, tools, system... Its fields are the provider's own. */
export type RequestBody = Readonly<Record<string, unknown>>

/** Where a request goes, as far as the caller says: formats that many vendors speak differ in their rules. */
export interface Target {
  readonly dialect?: string
  readonly baseURL?: string
}

/** A target, with the purpose of the list: in a list that is not about to be sent, less may be known of its request. */
export interface ListTarget extends Target {
  readonly purpose?: string
}

/** A target, with rules that its caller knows better than the format's tables. */
export interface KnownTarget extends Target {
  readonly rules?: Partial<Rules>
}

/** The content of a tool call that is to be written. */
export interface CallContent {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly input: unknown
}

/** The content of a tool result that is to be written. */
export interface ResultContent {
  /** Plain text, or the format's own content when it was recorded in this format. */
  readonly content: unknown
  readonly isError: boolean
}

/** The replacement of a medium. */
export type MediaReplacement =
  | {
      readonly mediaType: string
      readonly name?: string
      /** Base64, when the payload changes as well. */
      readonly data?: string
    }
  | { readonly text: string }

/** Reading and writing of reasoning that is an item of its own. */
export interface ReasoningItems {
  /** The text of the block in that field; empty when the field holds none. */
  textOf(block: Block, field: 'content' | 'summary'): string
  /** A reasoning item with the text as its content: the given block rewritten, or a new one. */
  write(text: string, block?: Block): unknown
}

/** Builds raw blocks and messages of a format. All functions are pure and return new values (I6). */
export interface FormatWriter {
  /** A text block for a message of that role; for the user's when no role is given. */
  text(text: string, role?: Role): unknown
  /** A call of a tool: a block, an item, or an entry of the list that {@link Format.callsField} names. */
  call(call: CallContent): unknown
  /** The result of a call: a block, an item or a message of its own, as `rules.results` says. */
  result(call: Block, result: ResultContent): unknown
  /** A message of that role around the blocks. */
  message(role: 'user' | 'assistant' | 'system' | 'tool', blocks: readonly unknown[]): unknown
  /** The result of a call that only the server's history holds; `kind` is the provider's word for the call (`custom tool`, `shell`...). */
  resultElsewhere?(callId: string, kind: string, result: ResultContent): unknown
  /** One message that holds the blocks of all messages, results first. */
  merge(messages: readonly Message[]): unknown
  /** The same raw block with another call id, name, input or text. */
  withCallId(block: Block, id: string): unknown
  withName(block: Block, name: string): unknown
  withInput(block: Block, input: unknown): unknown
  withText(block: Block, text: string): unknown
  /** The result with plain text as its content. */
  withResultContent(result: Block, text: string, call: Block): unknown
  /**
   * Blocks of an error result that {@link withResultContent} leaves out, because an error may hold text only, and that a user turn may
   * hold.
   */
  behindResult?(result: Block): readonly unknown[]
  /**
   * A block of unsigned thinking, for models that take all thoughts of a message as one text; absent where the model signs its thinking.
   */
  thoughts?(text: string): unknown
  /** The block with another signature; undefined removes it. */
  withSignature(block: Block, signature: string | undefined): unknown
  /** For relays that keep the signatures of calls in a field of the message: that field, and its value with this signature added. */
  signedBeside?(call: Block, signature: string): readonly [field: string, value: unknown]
  /** The block of the message that holds the signature of this call and names the call by its `id`. */
  sealBeside?(call: Block): Block | undefined
  /** The block with some of its media replaced: by a raw part of the same kind, or by a text. */
  withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown
  /** The block without its references to these tools; undefined when nothing else is left of it. */
  withoutReferences(block: Block, names: ReadonlySet<string>): unknown
  /** The raw message with a field set, or removed when the value is undefined. Keeps its prototype. */
  withField(raw: unknown, field: string, value: unknown): unknown
  /** A message whose content cannot be read as blocks, rewritten around its text. Absent: the content field holds the text. */
  withWholeText?(raw: unknown, text: string): unknown
  /** The human-readable text of a block, for a downgrade to text. Empty when there is none. */
  plainText(block: Block): string
  /** What can be read of a block that the format does not know, as blocks that it does; null when nothing can. */
  rescue?(block: Block): readonly unknown[] | null
  /** A part that a provider behind the framework has refused, in the form that is sent to all providers; undefined when it has none. */
  commonPart?(block: Block): unknown
  /** A file that holds only text, as a text block; undefined for any other file. */
  fileAsText?(block: Block): unknown
  /** The message with these calls added to its list of calls; a silent message loses its content. */
  withCalls?(raw: unknown, calls: readonly unknown[], isSilent: boolean): unknown
  /** Blocks in the content of a result, beside its text, that a user turn may hold as they are (images). */
  resultBlocks(block: Block): readonly unknown[]
  /** The blocks of a user turn that show a medium of a result; default: the medium as it is. */
  shownAs?(medium: unknown): readonly unknown[]
  /** The block without the id of the item that the server keeps, so that its content is sent whole; undefined when it has no id. */
  withoutItemId?(block: Block): unknown
  /** All calls of a message, those that stand only in its content included; undefined when the list of calls holds all of them. */
  allCalls?(message: Message): readonly unknown[] | undefined
  /** The block without its citations of search results; undefined when it has none. */
  withoutCitations?(block: Block): unknown
  /** The request with these system texts added to its system field; null where the format has none. */
  liftSystem(request: RequestBody, texts: readonly string[]): RequestBody | null
  /** Minimal tool definitions added to the request. */
  defineTools(request: RequestBody, names: readonly string[]): RequestBody | null
}

/** One wire format: how to read it, how to write it, its rules as data. */
export interface Format {
  readonly name: FormatName
  /** The field of a message that holds its blocks, and the field of the body that holds the messages. */
  readonly contentField: string
  readonly listField: string
  /** The request has a system field of its own. */
  readonly hasSystemField: boolean
  /** The provider's name of a role. */
  roleName(role: 'user' | 'assistant' | 'system' | 'tool'): string
  rules(request: RequestBody, target?: ListTarget): Rules
  /** The field of a message that holds its calls, where they have a list of their own. */
  readonly callsField?: string
  /** Names of the tools that the request defines; null when the request says nothing about tools. */
  toolNames(request: RequestBody): ReadonlySet<string> | null
  read(raw: unknown, index: number, rules: Rules): Message
  /** The block in the form that the format writes, when it evidently means that and is written otherwise; undefined when it is fine. */
  canonical?(block: Block, rules: Rules, transcript?: Transcript): unknown
  /**
   * Fields beside the content of a message whose values the provider refuses, each with the value that it should have (undefined: removed).
   */
  meantFields?(message: Message, transcript: Transcript, rules: Rules): Readonly<Record<string, unknown>>
  /**
   * The format as this list of messages needs it, when it depends on the kind of its messages or on the provider; `said`: text of an error.
   */
  bind?(messages: readonly unknown[], request: RequestBody, said?: string): Format
  /** A field of a raw message, for messages that are no plain objects. */
  field?(raw: unknown, field: string): unknown
  /** The role that a raw message names, where it is not in a field `role`. */
  roleOf?(raw: unknown): unknown
  /** Values with a `toJSON` whose fields the client reads directly all the same: messages of a framework, URLs. */
  isRead?(value: unknown): boolean
  /** A message that answers a function call (the predecessor of tool calls), as Chat Completions writes it; undefined for any other. */
  functionAnswer?(raw: unknown): unknown
  /** The human text in a message that cannot be read; undefined: the common rules find it. */
  wholeText?(raw: unknown): string | undefined
  /** What is wrong with a block beside its shape: its partner is missing, its payload has the wrong form. */
  blockProblem?(block: Block, transcript: Transcript): string | null
  /** The client itself answers or omits this open call before it sends (an approval that was given or passed over). */
  isSettledByClient?(call: Block, transcript: Transcript): boolean
  /** The complete list of calls of a message whose program would not send all of them; undefined when it sends all. */
  unsentCalls?(message: Message): readonly unknown[] | undefined
  /** The id under which the server keeps the content of the block, when it is stored beside that content. */
  itemId?(block: Block): string | undefined
  /** Whether the program sends this sealed reasoning as an item of the server, although the block has no item id. */
  isNamelessItem?(block: Block): boolean
  /** A message behind an open call that is evidently its result but does not name it, and that message written as a result. */
  unnamedResult?(
    call: Block,
    transcript: Transcript,
  ): { readonly message: Message; readonly answer: unknown } | undefined
  /** The program sends the message with empty content, although the content in the list is not empty. */
  isSentEmpty?(message: Message): boolean
  /** The program omits the message when it sends, and accepts that it is empty. */
  isLeftOut?(message: Message): boolean
  /** Whether the rest of the request needs no check beyond the common ones, in formats with system texts or cache marks there. */
  isPlainBeside?(request: RequestBody): boolean
  /** Proves plain rounds healthy without making views of them. Absent, or null for these rules: every round is linted in full. */
  reader?(rules: Rules): RoundReader | null
  /** Names of tools that a block refers to. */
  references(block: Block): readonly string[]
  definitions(block: Block): readonly string[]
  /** The images and documents in a block, those inside a result's content too. */
  media(block: Block): readonly MediaItem[]
  /** A message that is legal although nobody says anything in it: it carries a directive, or changes the tools. */
  isDirective(message: Message): boolean
  /** Whether the list may also be plain text, which is one message of the user. */
  readonly listMayBeText?: boolean
  /** A thinking block without the content that the provider needs from it. */
  isEmptyThinking(block: Block, rules?: Rules): boolean
  readonly reasoningItems?: ReasoningItems
  /** Whether an item of this type is known to need the field, so that an error which refuses it must mean another item. */
  demands?(block: Block, field: string, rules: Rules): boolean
  /** The field of a message that holds reasoning as text; null where reasoning has blocks of its own. */
  readonly reasoningField: string | null
  /**
   * The name that a call of a tool run by the provider must carry: its own, or the one that its result proves; null: there is no such tool.
   */
  serverToolName?(call: Block, result: Block | undefined): string | null
  /** Whether a result says of itself that the tool failed; absent where the format cannot say so. */
  isErrorResult?(result: Block): boolean
  /** What is wrong with the content of a result; null when nothing is. */
  resultProblem(result: Block, rules: Rules): string | null
  /** Whether mending that content changes the order in which it says things. */
  movesInResult?(result: Block): boolean
  readonly write: FormatWriter
  /** The writer for a list whose messages are instances of classes. */
  writer?(messages: readonly unknown[], request: RequestBody): FormatWriter
}
