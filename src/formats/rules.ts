import type { BlockKind } from '../transcript/block-kind.ts'
import type { Role } from '../transcript/role.ts'
import type { Message } from '../transcript/transcript.ts'

/** The form that an id or a name must have. */
export interface TokenRule {
  readonly pattern: RegExp
  readonly maxLength: number
  /** The replacement of an illegal character; `''` drops it. */
  readonly replacement: string
  /** Ids must have exactly this length (Mistral: 9). */
  readonly exactLength?: number
}

/** Limits of the media in a request. Sizes in bytes of the encoded payload, dimensions in pixels. */
export interface MediaLimits {
  readonly maxCount: number
  readonly maxBytes: number
  readonly maxPixels: number
  /** Above this many images the smaller {@link manyPixels} holds. */
  readonly manyCount: number
  readonly manyPixels: number
}

/** The form of item ids (Responses). */
export interface ItemIdForm {
  /** The field of a raw item that holds its id. */
  readonly field: string
  readonly pattern: RegExp
  readonly maxLength: number
  /** The prefix of an item's id, by the item's type; types that are not listed may have any. */
  readonly prefixes: Readonly<Record<string, string>>
  /** Types whose items are refused without an id. */
  readonly demanded: ReadonlySet<string>
  /** Types whose items may lack an id unless an error demands it. */
  readonly demandable: ReadonlySet<string>
  /** Types whose id identifies a call: it is checked with the call ids. */
  readonly callIds: ReadonlySet<string>
  /** The field in which a call names the approval under which it ran. */
  readonly approvedBy: string
  /** Prefixes of the ids of items that the model has spoken and that answer no call. */
  readonly spokenPrefixes: RegExp
}

/**
 * How the program joins messages before it sends them: neighbours of one role (`turns`), those of the user and of tools (`user-turns`), or
 * runs of tool messages only (`result-runs`). In the last two a leading system message is sent apart, and not counted.
 */
export type IndexCounts = 'turns' | 'user-turns' | 'result-runs'

/** How a provider is asked to drop thinking that no longer verifies. */
export interface DropStaleThinking {
  /** The request field that holds the setting, its value when the request has none, and the setting itself. */
  readonly field: string
  readonly defaults: Readonly<Record<string, unknown>>
  readonly setting: Readonly<Record<string, unknown>>
  /** Values of the beta header that the setting needs. */
  readonly betas: readonly string[]
}

/**
 * The rules of a format for one request, as data. A strategy reads them and never names a provider; a dialect or a model difference is
 * another row; an error of the provider may teach a stricter value (`learn` of a strategy).
 */
export interface Rules {
  // Roles
  /** `required`: two turns of one role in a row are refused; `of-systems`: two system messages. */
  readonly alternation: 'required' | 'of-systems' | 'free'
  /** Roles with which the conversation may start (system messages aside). */
  readonly firstRoles: readonly Role[]
  /**
   * Where a system message may stand in the list: `before-assistant` (or last), `leading-or-before-assistant`, only `leading`,
   * `after-user` (or leading), `anywhere`, or nowhere: `lift` it.
   */
  readonly systemMessages:
    | 'anywhere'
    | 'leading'
    | 'after-user'
    | 'before-assistant'
    | 'leading-or-before-assistant'
    | 'lift'
  /** Raw role names that the provider accepts in the list. */
  readonly roleNames: ReadonlySet<string>
  /** A message without a role is `refused`, or read as the user's when it is the only one (`alone`); default: refused. */
  readonly absentRole?: 'refused' | 'alone'
  /** May the list end with an assistant message? */
  readonly prefill: boolean
  /** Whether a last assistant turn without content counts as a prefill: `ignored`, it does not; default: it does. */
  readonly silentEnd?: 'ignored' | 'refused'
  /**
   * System messages at the end are sent before all others, so that the turn before them becomes the last: `lifted` always, `first-lifted`
   * when no other system text precedes them, `refused`: an error demanded a user message behind them; default: they stay where they are.
   */
  readonly systemAtEnd?: 'lifted' | 'first-lifted' | 'refused'
  /** `false`: the provider never pauses a turn amid its own tools for the client to continue it; default: it may. */
  readonly turnsPaused?: false
  /** The field of a last assistant message that makes it a legal prefill when true. */
  readonly prefillField?: string
  /** Must an assistant message stand between tool results and the next user message? */
  readonly assistantAfterTool: boolean
  /** Must there be a user message at all? */
  readonly userDemanded: boolean

  // Tool pairing
  /**
   * Where results stand: at the head of the next turn (`next-turn`), in messages of their own right after the call
   * (`own-messages`), as items anywhere behind it (`items`), or in the block of the call itself (`same-block`).
   */
  readonly results: 'next-turn' | 'own-messages' | 'items' | 'same-block'
  /**
   * Items are sent as messages of Chat Completions: nothing said may stand between a call and its result, and reasoning behind a call is
   * sent with it.
   */
  readonly itemsAsMessages?: true
  /** `tool`: results stand as blocks in messages of the tool role, not in the user's turn. */
  readonly resultRole?: 'tool'
  /** `optional`: a call that the provider ran itself may lack a result. */
  readonly serverResults?: 'optional'
  /** Calls that a provider ran are sent as calls of the client: learnt from an error in the words of Chat Completions. */
  readonly serverCalls?: 'sent-alone'
  /** Results of the provider's own tools are sent as their original JSON, or not at all. */
  readonly serverResultsAs?: 'json'
  /** Results of the provider's own tools look like those of the client, so a stray one may answer a client call. */
  readonly resultsLookAlike?: boolean
  /** Results must stand before all other blocks of their turn. */
  readonly resultsLead: boolean
  /** All calls of a turn must stand in one message, and all their results in the one right behind it (Gemini counts them). */
  readonly resultsInOneMessage: boolean
  /** Each assistant message is a whole answer of the model: between two of them the results of the first must have been lost. */
  readonly answersWhole?: boolean
  /** Results behind a later answer of the same turn are accepted by the program, though perhaps not by the provider behind it. */
  readonly resultsMayWait?: boolean
  /** What an index in an error counts when the program joins messages before it sends them; default: the messages of this list. */
  readonly indexCounts?: IndexCounts
  /**
   * The path notations whose indexes count this list, for programs that may have asked a provider of another format: its index counts other
   * items and is ignored. Empty: no index counts; default: each does.
   */
  readonly indexForms?: readonly RegExp[]
  /** A turn with results may hold nothing else (Llama and Mistral on Bedrock). */
  readonly resultsAlone?: boolean
  /** A turn with calls may hold nothing else (learnt from an error; Mistral on Bedrock). */
  readonly callsAlone?: boolean
  readonly callIds: TokenRule
  readonly serverCallIds: TokenRule
  /** Calls and results without an id are legal and paired by order (Gemini). */
  readonly callIdsOptional: boolean
  /**
   * As many results as calls, in the right place, answer them: ids and names are not compared (`alone`), or must agree as well (`compared`:
   * a model's rule, or learnt from an error); default: ids tell which result answers which call.
   */
  readonly resultsCounted?: 'alone' | 'compared'
  /** A second result of one call: `taken` when no refusal of it is known; default: refused. */
  readonly secondResults?: 'taken' | 'refused'
  /** The scope within which call ids must be unique. */
  readonly callIdScope: 'turn' | 'transcript' | 'none'
  /** Two calls with one id, each with its result: `taken` when no refusal of it is known; default: refused. */
  readonly repeatedIds?: 'taken' | 'refused'
  readonly toolNames: TokenRule
  /**
   * What the input of a call must be. `object-or-text`: text too, unless it is the JSON of an object; `text-or-object`: any text, and an
   * object or null, which the server serialises itself.
   */
  readonly toolInput: 'object' | 'object-or-text' | 'json-object-text' | 'any-text' | 'text-or-object'
  /** Some calls legally carry plain text as their input: an error that refuses an input does not mean them. */
  readonly plainInputs?: boolean
  /** The form of a speaker's name in a message, when an error has taught one; default: free. */
  readonly messageNames?: TokenRule
  readonly maxCallsPerMessage: number
  /** The list of calls of a message: `filled` must not be empty, `strict` must not be null either. */
  readonly callList?: 'strict' | 'filled' | 'lenient'
  /** A call may leave out its type. */
  readonly callTypeOptional?: boolean
  /** Whether tool definitions are demanded when the history holds tool blocks. */
  readonly toolsDemanded: boolean
  /** An error told that the request no longer offers a provider tool, or the server of one, that the history calls. */
  readonly toolsUnoffered?: true
  /** `false`: the model knows no tools, so calls and results are refused whatever the request defines; default: it does. */
  readonly toolsTaken?: false

  // Thinking
  /** Thinking is refused in the final assistant turn, or anywhere. */
  readonly thinking: 'allowed' | 'refused-in-final-turn' | 'refused'
  /**
   * Thinking among the parts of the content: `refused` (it may stand beside the content), or `doubtful` until an error tells; default:
   * taken.
   */
  readonly thinkingParts?: 'refused' | 'doubtful' | 'taken'
  /** An assistant turn that holds thinking must start with it. */
  readonly thinkingLeads: boolean
  /**
   * The messages of a turn are joined before `thinkingLeads` is checked: thinking must lead the turn, not only its message. `demanded`:
   * nobody joins them, and a message with calls may not stand right behind one without any (Gemini).
   */
  readonly turnsJoined?: true | 'demanded'
  /** The final assistant turn with tool calls must start with thinking. */
  readonly thinkingDemanded: boolean
  /** `dropped`: the framework does not send unsigned thinking, so it cannot lead a message; default: it is sent. */
  readonly unsignedThinking?: 'dropped'
  /** An assistant message may hold nothing but thinking; default: it may. */
  readonly thinkingAlone?: boolean
  /**
   * What must carry a signature: all thinking blocks (`required`), or the first call of every message behind the last
   * prompt of the user (`first-call`).
   */
  readonly signatures: 'required' | 'first-call' | 'ignored'
  /** The minimal form of a signature; default: anything. */
  readonly signaturePattern?: RegExp
  /** The documented value that stands in for a missing signature; undefined where there is none. */
  readonly signatureBypass: string | undefined
  /** Signatures of calls stand in a list on their message. */
  readonly signaturesBeside?: true
  /** The text of signed thinking may be empty. */
  readonly signedThinkingMayBeEmpty: boolean
  /** Thinking is bound to everything before it (preserved thinking, I11). */
  readonly thinkingBound: boolean
  /** Whether assistant messages that call tools must carry their reasoning text, may, or must not. */
  readonly reasoningText: 'required' | 'optional' | 'refused'
  /** `text`: reasoning text must be a string, no list of texts; `filled`: and not empty where it is demanded; default: not checked. */
  readonly reasoningForm?: 'text' | 'filled'
  readonly reasoningMissed?: Message
  /** Request fields that turn thinking off. */
  readonly thinkingOff: Readonly<Record<string, unknown>> | null
  readonly dropStaleThinking: DropStaleThinking | null
  /** An error told that thinking of this conversation no longer verifies. */
  readonly thinkingStale: boolean

  /** The minimal form of sealed content in citations and results of the provider's own tools; default: anything. */
  readonly sealedPattern?: RegExp

  // Content
  /** Text that is empty or only whitespace; `empty-refused`: whitespace counts as text, `empty-allowed`: only whitespace is refused. */
  readonly blankText: 'refused' | 'empty-allowed' | 'empty-refused' | 'allowed'
  /** Blank text is refused inside results too. */
  readonly blankInResults?: boolean
  /** Whitespace at the end of the final assistant text. */
  readonly trailingWhitespace: 'refused' | 'allowed'
  /** `refused`: the last message of the list, a prefill, may not end in thinking; default: it may. */
  readonly thinkingAtEnd?: 'refused'
  /** Content that is `''` or `[]`: per role `allowed`, `refused`, or `beside-content` (when a neighbour of its turn has some). */
  readonly emptyContent: Readonly<Record<Role, 'allowed' | 'refused' | 'beside-content'>>
  /** A list without parts as content, where empty text is legal; default: as for empty text. */
  readonly emptyLists?: 'refused' | 'allowed'
  /** Empty content beside calls; default `allowed`. */
  readonly emptyBesideCalls?: 'refused' | 'allowed'
  /** Content that is missing or null: refused, or allowed beside calls. */
  readonly absentContent: 'refused' | 'beside-calls' | 'allowed'
  /** Fields a message may have; null: extra fields are ignored. */
  readonly messageFields: ReadonlySet<string> | null
  /** Where extra fields are ignored: the fields to which some server gives a meaning. */
  readonly fieldsAnywhere?: ReadonlySet<string>
  /** Stricter than {@link messageFields} for single roles. */
  readonly messageFieldsOf?: Partial<Readonly<Record<Role, ReadonlySet<string>>>>
  /** Fields that a block's type does not define are ignored; default: they are refused. */
  readonly blockFields?: 'ignored' | 'known'
  /**
   * Where extra fields are ignored: all fields that an item, a part or a citation of a type may have. A server that refuses one of the
   * others refuses all of them, but names one per request.
   */
  readonly fieldsOfType?: (type: unknown) => ReadonlySet<string> | undefined
  /** Stricter values that the provider may or may not demand: candidates for an error that gives no reason. */
  readonly inDoubt?: Partial<Rules>
  /** Fields that the provider refuses on any message or block (learnt from an error, or stated by a dialect). */
  readonly refusedFields: ReadonlySet<string>
  /** The message in which an error refused the latest of these fields. */
  readonly refusedIn?: Message
  /** Those of {@link refusedFields} that only the message itself may not have, as documented or told by an error; its parts may. */
  readonly refusedOnMessages?: ReadonlySet<string>
  /** All fields that an entry of a list of calls may have, and those of the inner object with its name and input; default: any. */
  readonly callFields?: { readonly own: ReadonlySet<string>; readonly inner: ReadonlySet<string> }
  /** A response may not be absent, nor a result without content, although their types allow it: learnt from an error. */
  readonly responseDemanded?: boolean
  /** The `detail` of images that an error has refused. */
  readonly refusedCloseness?: string
  /** Functions that the request defines: by name alone, or within a namespace that their calls must give. */
  readonly toolSpaces?: { readonly alone: ReadonlySet<unknown>; readonly of: ReadonlyMap<unknown, unknown> }
  /** An error told that the container in which the provider's tools ran is gone. */
  readonly containersGone?: true
  /** The field of an item that, as an error told, may not be null. */
  readonly refusedNull?: string
  /** The field that an error missed in an item or a part, and the message that it named, if it named one. */
  readonly demandedField?: { readonly field: string; readonly named: Message | undefined }
  /** An item type that the server does not know: learnt from an error. */
  readonly refusedItem?: string
  /** The block types that an error listed as all that it accepts; tools of the provider are not among them. */
  readonly takenTypes?: ReadonlySet<string>
  /** An error refused this type of part in every place, so that moving it does not help. */
  readonly refusedOfAll?: boolean
  /** An error told that some item does not fit its type, but not which: nulls are removed and optional fields filled in. */
  readonly strictItems?: boolean
  /** A block that is one key may have no other key beside it: learnt from a client or a provider that checks its unions. */
  readonly unionsAlone?: boolean
  /** The field that marks a cache breakpoint, and how many of them a request may hold; a null field: there are none. */
  readonly cacheMarks: { readonly field: string | null; readonly max: number }
  /** An error told that the model has no prompt cache: marks that are blocks of their own are removed, {@link marksBeside} included. */
  readonly marksRefused?: boolean
  /** The list of the request that may hold no cache marks, although the messages may. */
  readonly marksRefusedBeside?: string
  /** The key of such a mark, and the request's other lists that may hold one, in the order in which the provider reads them. */
  readonly marksBeside?: { readonly key: string; readonly lists: readonly (readonly [string, string?])[] }
  /** Media types behind which a cache mark that is a block of its own is refused; default: none. */
  readonly unmarkedMedia?: RegExp
  /** Where a compaction summary of the provider may stand; `first` holds for signed ones. */
  readonly compaction: 'first' | 'anywhere'
  /** Kinds of media that the model reads; null: all. */
  readonly mediaKinds: ReadonlySet<string> | null
  /** A media type that an error has refused, whatever else is accepted. */
  readonly refusedMediaType?: string
  /** The roles that may send media; default: all. */
  readonly mediaRoles?: ReadonlySet<Role>
  /** Kinds of media that a result may hold; default: all that the model reads. */
  readonly resultMediaKinds?: ReadonlySet<string>
  /** An error told that a result may hold no medium given by its address alone. */
  readonly resultFiles?: 'refused'
  /** An error result may hold no media, where other results may. */
  readonly errorMedia?: 'refused'
  /** Whether a result may say in a field of its own that its tool failed; default: it may. */
  readonly resultStatus?: 'refused'
  /** Content may be a text or a list of parts; `refused`: an error told that it must be a text. Default: its form is fixed. */
  readonly contentLists?: 'allowed' | 'refused'
  /** An error told that content may hold texts only, without saying which message breaks that. */
  readonly textsAlone?: boolean
  /** An error told that part types which the format does not know are refused in results too; default: they are passed on. */
  readonly resultParts?: 'known'
  /** The list of a block of which an error refused an entry (`annotations`). */
  readonly refusedList?: string
  /** The path of a field that an error refused within blocks: its names, block types included, list indexes left out. */
  readonly refusedInside?: readonly string[]
  /** Image types that the provider reads. */
  readonly mediaTypes: ReadonlySet<string>
  /** Media types, of any kind, that the provider certainly refuses; default: none is known. */
  readonly mediaTypesRefused?: RegExp
  /** The form of document names, which must also be unique; default: names are free. */
  readonly documentNames?: TokenRule
  /** A message that holds a document must hold a text, too. */
  readonly textBesideDocuments?: boolean
  readonly media: MediaLimits
  /** Item ids (Responses): their form, and whether they may be sent at all. */
  readonly itemIds: 'free' | 'prefixed' | 'refused'
  /** The form of item ids; absent where messages have none. */
  readonly itemIdForm?: ItemIdForm
  /** Must a reasoning item be followed by an item of the same response: one with an id (`identified`), or each (`always`)? */
  readonly reasoningFollowed?: 'identified' | 'always'
  /** `false`: the server does not keep items of earlier requests, so an item given by its id alone cannot be found. */
  readonly itemsKept?: boolean
  /** An error told that no two messages may carry the id of one item, where ids stand beside the content. */
  readonly itemIdsUnique?: boolean
  /** The id of an item that, as an error told, lacks its reasoning, where ids stand beside the content. */
  readonly unledItem?: string | undefined
  /** The form of such ids that an error demanded: a prefix for the kind of part that `refused` names, and a maximum length. */
  readonly partIds?: { readonly refused: string | undefined; readonly prefix: string; readonly maxLength: number }
  /** An error told that sealed reasoning must carry the id of its item. */
  readonly sealsNamed?: boolean
  /** The id of an item that the server already holds: learnt from an error. */
  readonly heldItemId?: string | undefined
  /** Request fields that continue a history held by the server. */
  readonly historyFields?: readonly string[]
  /** The request continues such a history: calls that the list lacks may be there. */
  readonly historyElsewhere?: boolean
  /** Calls of such a history that an error called open: their ids, and the error's word for their kind. */
  readonly openElsewhere?: { readonly callIds: readonly string[]; readonly kind: string }
  /** Ids of calls that an error called unanswered, although the list seems to answer them. */
  readonly unanswered?: ReadonlySet<string>
  /** Ids of results whose calls, as an error told, are missing from the server's history as well. */
  readonly lostElsewhere?: ReadonlySet<string> | 'all'
  /** An error told that this history is gone. */
  readonly historyLost?: boolean
  /** The list may be empty, because the request continues or starts something else. */
  readonly listOptional?: boolean
  /** Types of block that must end the list, at most one of them. */
  readonly lastTypes?: ReadonlySet<string>
  /** Block kinds that only the provider which made them can read: after a switch of providers all of them are foreign. */
  readonly foreignKinds: ReadonlySet<BlockKind>
}
