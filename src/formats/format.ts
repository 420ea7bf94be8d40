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

/** The same, and what the list is for: of the request of one that is not about to be sent less may be known. */
export interface ListTarget extends Target {
  readonly purpose?: string
}

/** Where a request goes, and what its caller knows better of the rules there. */
export interface KnownTarget extends Target {
  readonly rules?: Partial<Rules>
}

/** What is to be written as a call. */
export interface CallContent {
  readonly id: string | undefined
  readonly name: string | undefined
  readonly input: unknown
}

/** What is to be written as the result of a call. */
export interface ResultContent {
  /** Plain text, or the format's own content when it was recorded in this format. */
  readonly content: unknown
  readonly isError: boolean
}

/** What takes the place of a medium. */
export type MediaReplacement =
  | {
      readonly mediaType: string
      readonly name?: string
      /** Base64, where the payload changes, too. */
      readonly data?: string
    }
  | { readonly text: string }

/** Reasoning that is an item of its own. */
export interface ReasoningItems {
  /** What it says in that field, empty where it says nothing there. */
  textOf(block: Block, field: 'content' | 'summary'): string
  /** One that says that in its content; the given one, where there is one. */
  write(text: string, block?: Block): unknown
}

/** Builds raw blocks and messages of a format. All functions are pure and return new values (I6). */
export interface FormatWriter {
  /** A text block for a message of that role; the user's where none is given. */
  text(text: string, role?: Role): unknown
  /** A call of a tool: a block, an item, or an entry of the list that {@link Format.callsField} names. */
  call(call: CallContent): unknown
  /** The result of a call: a block, an item or a message of its own, as `rules.results` says. */
  result(call: Block, result: ResultContent): unknown
  /** A message of that role around the blocks. */
  message(role: 'user' | 'assistant' | 'system' | 'tool', blocks: readonly unknown[]): unknown
  /** The result of a call that only the server holds; `kind` is the provider's word for it (`custom tool`, `shell`...). */
  resultElsewhere?(callId: string, kind: string, result: ResultContent): unknown
  /** One message that holds the blocks of all of them, results first. */
  merge(messages: readonly Message[]): unknown
  /** The same raw block with another call id, name, input or text. */
  withCallId(block: Block, id: string): unknown
  withName(block: Block, name: string): unknown
  withInput(block: Block, input: unknown): unknown
  withText(block: Block, text: string): unknown
  /** The result with plain text as its content. */
  withResultContent(result: Block, text: string, call: Block): unknown
  /** What a user turn may hold of what that leaves out, because the result is an error. */
  behindResult?(result: Block): readonly unknown[]
  /** A block of thoughts without a seal, where all of a message's are handed on as one text; absent where the model seals its own. */
  thoughts?(text: string): unknown
  /** The block with another signature; undefined removes it. */
  withSignature(block: Block, signature: string | undefined): unknown
  /** The field of its message that holds the signature of a call, and its value with one more, where a relay keeps them there. */
  signedBeside?(call: Block, signature: string): readonly [field: string, value: unknown]
  /** The block of its message that holds the signature of a call, and names it by its `id`. */
  sealBeside?(call: Block): Block | undefined
  /** The block with some of its media replaced: by a raw part of the same kind, or by a text. */
  withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown
  /** The block without its references to these tools; undefined when nothing is left of it. */
  withoutReferences(block: Block, names: ReadonlySet<string>): unknown
  /** The raw message with a field set, or removed when the value is undefined. Keeps its prototype. */
  withField(raw: unknown, field: string, value: unknown): unknown
  /** A message whose content cannot be read as blocks, rewritten around its text. Absent: the content field holds the text. */
  withWholeText?(raw: unknown, text: string): unknown
  /** The human-readable text of a block, for a downgrade to text. Empty when there is none. */
  plainText(block: Block): string
  /** What can be read of a block that the format does not know, as blocks that it does; null when nothing can. */
  rescue?(block: Block): readonly unknown[] | null
  /** A part that some provider behind a framework has refused, in the words that all of them are sent in; undefined where nothing tells. */
  commonPart?(block: Block): unknown
  /** A file that holds nothing but text as a block of text; undefined for any other. */
  fileAsText?(block: Block): unknown
  /** The message with more calls, where those have a list of their own; a silent one has no content. */
  withCalls?(raw: unknown, calls: readonly unknown[], isSilent: boolean): unknown
  /** Blocks of a result's content that a user turn may hold as they are (images), beside its text. */
  resultBlocks(block: Block): readonly unknown[]
  /** A medium in a result as the blocks that a user turn may hold of it; default: as it is. */
  shownAs?(medium: unknown): readonly unknown[]
  /** The block without the id under which the server keeps it, so that it is sent whole; undefined when it has none. */
  withoutItemId?(block: Block): unknown
  /** The calls of a message with those that stand in its content alone; undefined when all are in the list. */
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
  /** The field of a message that holds its blocks, and of the body that holds the messages. */
  readonly contentField: string
  readonly listField: string
  /** The request has a system field of its own. */
  readonly hasSystemField: boolean
  /** The provider's name of a role. */
  roleName(role: 'user' | 'assistant' | 'system' | 'tool'): string
  rules(request: RequestBody, target?: ListTarget): Rules
  /** The field of a message that holds its calls, where they have a list of their own. */
  readonly callsField?: string
  /** Names of the tools that the request defines; null when it tells nothing of tools. */
  toolNames(request: RequestBody): ReadonlySet<string> | null
  read(raw: unknown, index: number, rules: Rules): Message
  /** The block as the format writes it, when it evidently means that and is written otherwise; undefined when it is fine. */
  canonical?(block: Block, rules: Rules, transcript?: Transcript): unknown
  /** Fields beside the content of a message that the provider refuses as they are, with what they have to be (undefined: gone). */
  meantFields?(message: Message, transcript: Transcript, rules: Rules): Readonly<Record<string, unknown>>
  /** The format as this list of messages needs it: which of several kinds of messages it is, who reads them; `said` by an error. */
  bind?(messages: readonly unknown[], request: RequestBody, said?: string): Format
  /** A field of a raw message, where messages are no plain objects with fields. */
  field?(raw: unknown, field: string): unknown
  /** The role that a raw message names, where it is not in a field `role`. */
  roleOf?(raw: unknown): unknown
  /** Values that answer `toJSON` and whose fields the client reads all the same: messages of a framework, addresses. */
  isRead?(value: unknown): boolean
  /** The answer of a function, from before there were tools, as Chat Completions writes it, where a message is handed on as one. */
  functionAnswer?(raw: unknown): unknown
  /** What human text an unreadable message holds; undefined: the common rules tell. */
  wholeText?(raw: unknown): string | undefined
  /** What is wrong about a block beside its shape: a partner that is missing, a payload of the wrong form. */
  blockProblem?(block: Block, transcript: Transcript): string | null
  /** The client itself answers or leaves out this open call before it sends (an approval that was given or passed over). */
  isSettledByClient?(call: Block, transcript: Transcript): boolean
  /** The calls of a message that its program would lose on the way, as the list of its calls should hold them; undefined when it sends all. */
  unsentCalls?(message: Message): readonly unknown[] | undefined
  /** The id under which the server keeps what the block says, where it stands beside it. */
  itemId?(block: Block): string | undefined
  /** Whether reasoning goes out as an item of that server, sealed, although nobody knows its id. */
  isNamelessItem?(block: Block): boolean
  /** A message behind an open call that is its result without naming it, and how it is written as one. */
  unnamedResult?(
    call: Block,
    transcript: Transcript,
  ): { readonly message: Message; readonly answer: unknown } | undefined
  /** The program sends the message without any content, although the list has some. */
  isSentEmpty?(message: Message): boolean
  /** The program sends nothing of the message, and does not mind that it says nothing. */
  isLeftOut?(message: Message): boolean
  /** Whether nothing in the request beside the list needs a look, where the format has more there than anybody sees. */
  isPlainBeside?(request: RequestBody): boolean
  /** Reads rounds that are plainly right without making views. Absent, or null for these rules: all is linted in full. */
  reader?(rules: Rules): RoundReader | null
  /** Names of tools that a block refers to, or that it defines itself. */
  references(block: Block): readonly string[]
  definitions(block: Block): readonly string[]
  /** The images and documents in a block, those inside a result's content too. */
  media(block: Block): readonly MediaItem[]
  /** A message without anything said that is legal all the same: settings from here on, or changes of the tools. */
  isDirective(message: Message): boolean
  /** The list may also be plain text: one message of the user. */
  readonly listMayBeText?: boolean
  /** A thinking block that lacks what it is for. */
  isEmptyThinking(block: Block, rules?: Rules): boolean
  readonly reasoningItems?: ReasoningItems
  /** Whether an item must have the field, as far as anybody knows, although an error refuses it of another. */
  demands?(block: Block, field: string, rules: Rules): boolean
  /** The field of a message that holds reasoning as text; null where reasoning has blocks of its own. */
  readonly reasoningField: string | null
  /** The name that a call of a tool run by the provider must carry: its own, or the one that its result proves; null: there is no such tool. */
  serverToolName?(call: Block, result: Block | undefined): string | null
  /** Whether a result says of itself that the tool failed; absent where the format cannot say so. */
  isErrorResult?(result: Block): boolean
  /** What is wrong about the content of a result; null when nothing is. */
  resultProblem(result: Block, rules: Rules): string | null
  /** Whether what mends that content says some of it in another order. */
  movesInResult?(result: Block): boolean
  readonly write: FormatWriter
  /** The same for a list whose messages are made of classes. */
  writer?(messages: readonly unknown[], request: RequestBody): FormatWriter
}
