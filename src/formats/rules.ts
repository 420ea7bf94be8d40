import type { BlockKind } from '../transcript/block-kind.ts'
import type { Role } from '../transcript/role.ts'
import type { Message } from '../transcript/transcript.ts'

/** What an id or a name must look like. */
export interface TokenRule {
  readonly pattern: RegExp
  readonly maxLength: number
  /** What an illegal character becomes; `''` drops it. */
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

/** What the ids of items look like (Responses). */
export interface ItemIdForm {
  /** The field of a raw item that holds its id. */
  readonly field: string
  readonly pattern: RegExp
  readonly maxLength: number
  /** What the id of an item of that type starts with; types that are not here may have any. */
  readonly prefixes: Readonly<Record<string, string>>
  /** Types that are refused without an id. */
  readonly demanded: ReadonlySet<string>
  /** Types that only an error refuses without one. */
  readonly demandable: ReadonlySet<string>
  /** Types whose id names a call: it is checked with the call ids. */
  readonly callIds: ReadonlySet<string>
  /** The field in which a call names another by whose approval it ran. */
  readonly approvedBy: string
  /** Ids of items that the model has spoken and that answer no call. */
  readonly spokenPrefixes: RegExp
}

/**
 * What is sent as one message: neighbours of one role (`turns`), those of the user and of tools together (`user-turns`), or runs
 * of tool messages only (`result-runs`). In the last two a leading system message is sent apart, and not counted.
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
 * The rules of a format for one request, as data. A strategy asks them and never names a provider; a dialect or a model
 * difference is another row; an error of the provider may teach a stricter one (`learn` of a strategy).
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
  /** A message without a role: refused, or read as the user's while it is the only one; default: refused. */
  readonly absentRole?: 'refused' | 'alone'
  /** May the list end with an assistant message? */
  readonly prefill: boolean
  /** `ignored`: a last assistant turn that says nothing is no prefill; default: it is one. */
  readonly silentEnd?: 'ignored' | 'refused'
  /**
   * System messages at the end go out before all others, so that the turn before them is the last: `first` where none stands
   * before them, `refused`: an error told that a user must speak behind them; default: they stay where they are.
   */
  readonly systemAtEnd?: 'lifted' | 'first-lifted' | 'refused'
  /** `false`: the provider never hands a turn back in the middle of what it does itself, to be continued; default: it may. */
  readonly turnsPaused?: false
  /** The field of a last assistant message that makes it a legal prefill when it is true. */
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
   * Items go out as messages of Chat Completions: nothing that is said stands between a call and its result, and reasoning behind a call
   * goes out with it.
   */
  readonly itemsAsMessages?: true
  /** `tool`: results stand as blocks in messages of a role of their own, not in the user's turn. */
  readonly resultRole?: 'tool'
  /** `optional`: a call that the provider ran itself may lack a result. */
  readonly serverResults?: 'optional'
  /** Calls that a provider ran go out as calls of the client: an error in the words of Chat Completions told. */
  readonly serverCalls?: 'sent-alone'
  /** What the provider's own tools gave back is sent as the JSON that it was, or not at all. */
  readonly serverResultsAs?: 'json'
  /** Results of the provider's own tools look like those of the client, so a stray one may answer a client call. */
  readonly resultsLookAlike?: boolean
  /** Results must stand before all other blocks of their turn. */
  readonly resultsLead: boolean
  /** All calls of a turn must stand in one message, and all their results in the one right behind it (Gemini counts them). */
  readonly resultsInOneMessage: boolean
  /** Each assistant message is a whole answer of the model: what has gone from between two of them are the results of the first. */
  readonly answersWhole?: boolean
  /** Results that stand behind a later answer of the same turn are taken all the same: it is the provider behind that may not. */
  readonly resultsMayWait?: boolean
  /** What an index in an error counts where the program joins messages before it sends them; default: the messages of this list. */
  readonly indexCounts?: IndexCounts
  /**
   * How the paths are written whose index counts this list, where the program may have asked a provider of another format: that
   * one counts other items, and what it says of its third is of no use here. None: no index counts; default: each does.
   */
  readonly indexForms?: readonly RegExp[]
  /** A turn with results may hold nothing else (Llama and Mistral on Bedrock). */
  readonly resultsAlone?: boolean
  /** A turn with calls may hold nothing else (an error told; Mistral on Bedrock). */
  readonly callsAlone?: boolean
  readonly callIds: TokenRule
  readonly serverCallIds: TokenRule
  /** Calls and results without an id are legal and paired by order (Gemini). */
  readonly callIdsOptional: boolean
  /**
   * As many results as calls, in their place, answer them: ids and names are not compared (`alone`), or must agree as well
   * (`compared`: a model's rule, or an error told); default: ids say what belongs together.
   */
  readonly resultsCounted?: 'alone' | 'compared'
  /** `taken`: a further result beside the first one of a call is not known to be refused; default: it is. */
  readonly secondResults?: 'taken' | 'refused'
  /** Within what call ids must be unique. */
  readonly callIdScope: 'turn' | 'transcript' | 'none'
  /** `taken`: two calls with one id are not known to be refused where each has its result; default: they are. */
  readonly repeatedIds?: 'taken' | 'refused'
  readonly toolNames: TokenRule
  /**
   * What the input of a call must be. `object-or-text`: text too, unless it is the JSON of an object; `text-or-object`: any text,
   * and an object or null, which the server writes out itself.
   */
  readonly toolInput: 'object' | 'object-or-text' | 'json-object-text' | 'any-text' | 'text-or-object'
  /** Some calls go out with plain text as their input, and rightly so: the refusal of an input does not mean them. */
  readonly plainInputs?: boolean
  /** What the name of a speaker must look like, which stands in its message: learnt from an error; default: free. */
  readonly messageNames?: TokenRule
  readonly maxCallsPerMessage: number
  /** The list of calls: `filled` must not be empty, `strict` must be no null either. */
  readonly callList?: 'strict' | 'filled' | 'lenient'
  /** A call may leave out its type. */
  readonly callTypeOptional?: boolean
  /** Are definitions demanded when the history holds tool blocks? */
  readonly toolsDemanded: boolean
  /** An error told that the request offers a tool of the provider no more that was called before, or the server that has it. */
  readonly toolsUnoffered?: true
  /** `false`: the model knows no tools, so that calls and results are refused, whatever the request defines; default: it does. */
  readonly toolsTaken?: false

  // Thinking
  /** `off`: refused in the final assistant turn (`final`) or anywhere. */
  readonly thinking: 'allowed' | 'refused-in-final-turn' | 'refused'
  /** Thinking among the parts of a content is refused, where it may stand beside it, or an error will tell; default: it is taken. */
  readonly thinkingParts?: 'refused' | 'doubtful' | 'taken'
  /** An assistant turn that holds thinking must start with it. */
  readonly thinkingLeads: boolean
  /**
   * The messages of a turn are joined before that is looked at: thinking leads the turn, not only its message. `demanded`: nobody joins
   * them, and a message with calls may not stand right behind one without any (Gemini).
   */
  readonly turnsJoined?: true | 'demanded'
  /** The final assistant turn with tool calls must start with thinking. */
  readonly thinkingDemanded: boolean
  /** `dropped`: the framework sends no thinking that is not signed, so that it leads nothing; default: it goes out. */
  readonly unsignedThinking?: 'dropped'
  /** An assistant message may hold nothing but thinking; default: it may. */
  readonly thinkingAlone?: boolean
  /**
   * What must carry a signature: all thinking blocks (`required`), or the first call of every message behind the last
   * prompt of the user (`first-call`).
   */
  readonly signatures: 'required' | 'first-call' | 'ignored'
  /** What a signature looks like at least; default: anything. */
  readonly signaturePattern?: RegExp
  /** The documented value that stands in for a missing signature; undefined where there is none. */
  readonly signatureBypass: string | undefined
  /** Signatures of calls stand in a list of their message. */
  readonly signaturesBeside?: true
  /** Text of thinking may be empty when the block is signed. */
  readonly signedThinkingMayBeEmpty: boolean
  /** Thinking is bound to everything before it (preserved thinking, I11). */
  readonly thinkingBound: boolean
  /** Is reasoning text demanded back on assistant messages that call tools, or refused? */
  readonly reasoningText: 'required' | 'optional' | 'refused'
  /** `text`: reasoning text must be one, not a list of texts; `filled`: and not empty where it is demanded; default: nobody looks at it. */
  readonly reasoningForm?: 'text' | 'filled'
  readonly reasoningMissed?: Message
  /** Request fields that turn thinking off. */
  readonly thinkingOff: Readonly<Record<string, unknown>> | null
  readonly dropStaleThinking: DropStaleThinking | null
  /** An error told that thinking of this conversation no longer verifies. */
  readonly thinkingStale: boolean

  /** What the provider seals in results of its own tools and in citations looks like at least; default: anything. */
  readonly sealedPattern?: RegExp

  // Content
  /** Text that is empty or whitespace only; `empty-refused`: whitespace counts as text. */
  readonly blankText: 'refused' | 'empty-allowed' | 'empty-refused' | 'allowed'
  /** Blank text is refused inside results as well. */
  readonly blankInResults?: boolean
  /** Whitespace at the end of the final assistant text. */
  readonly trailingWhitespace: 'refused' | 'allowed'
  /** `refused`: the last message of the list, a prefill, may not end in thinking; default: it may. */
  readonly thinkingAtEnd?: 'refused'
  /** Content that is `''` or `[]`: per role `allowed`, `refused`, or `beside-content` (when a neighbour of its turn has some). */
  readonly emptyContent: Readonly<Record<Role, 'allowed' | 'refused' | 'beside-content'>>
  /** Content that is a list without a part, where empty text is legal; default: what holds for empty text. */
  readonly emptyLists?: 'refused' | 'allowed'
  /** Empty content beside calls; default `allowed`. */
  readonly emptyBesideCalls?: 'refused' | 'allowed'
  /** Content that is missing or null: refused, or allowed beside calls. */
  readonly absentContent: 'refused' | 'beside-calls' | 'allowed'
  /** Fields a message may have; null: extra fields are ignored. */
  readonly messageFields: ReadonlySet<string> | null
  /** Where extra fields are ignored: those that some server gives a meaning. */
  readonly fieldsAnywhere?: ReadonlySet<string>
  /** Stricter than {@link messageFields} for single roles. */
  readonly messageFieldsOf?: Partial<Readonly<Record<Role, ReadonlySet<string>>>>
  /** Fields of a block that its type does not have are ignored; default: they are refused. */
  readonly blockFields?: 'ignored' | 'known'
  /**
   * Where extra fields are ignored: all that an item, a part or a citation of a type may have. Who refuses one field refuses every other,
   * and names one a request.
   */
  readonly fieldsOfType?: (type: unknown) => ReadonlySet<string> | undefined
  /** What is not known of the provider, and may be what an error without a reason means. */
  readonly inDoubt?: Partial<Rules>
  /** Fields that the provider refuses on any message or block (learnt from an error, or of a dialect). */
  readonly refusedFields: ReadonlySet<string>
  /** The message of which an error has refused the last of these. */
  readonly refusedIn?: Message
  /** Of these an error named the place: right in a message. What stands in its parts and calls may have them (`id`). */
  readonly refusedOnMessages?: ReadonlySet<string>
  /** Every field that a call in a list of its own may have, and the object within it that holds its name and input; default: any. */
  readonly callFields?: { readonly own: ReadonlySet<string>; readonly inner: ReadonlySet<string> }
  /** A response may not be unset, or a result say nothing, which its type allows: learnt from an error. */
  readonly responseDemanded?: boolean
  /** An error told that pictures cannot be looked at so closely: the value of their `detail`. */
  readonly refusedCloseness?: string
  /** Functions that the request defines: by their names alone, or within a namespace that their calls must tell. */
  readonly toolSpaces?: { readonly alone: ReadonlySet<unknown>; readonly of: ReadonlyMap<unknown, unknown> }
  /** An error told that the machine on which tools of the provider ran is gone. */
  readonly containersGone?: true
  /** An error told that this field of an item may not be null. */
  readonly refusedNull?: string
  /** An error missed this field in an item or a part, this one where it named one. */
  readonly demandedField?: { readonly field: string; readonly named: Message | undefined }
  /** Items of this type are none that the server knows: learnt from an error. */
  readonly refusedItem?: string
  /** The types of blocks that an error counts as all that are taken, tools of the provider not among them. */
  readonly takenTypes?: ReadonlySet<string>
  /** The same where it is of no use to move it: nobody may send one. */
  readonly refusedOfAll?: boolean
  /** Some item does not fit its type, and an error told neither which nor why: no null, what is optional is there. */
  readonly strictItems?: boolean
  /** A block that is one key may have no key beside it: learnt from a client or a provider that checks its unions. */
  readonly unionsAlone?: boolean
  /** The field that marks a cache breakpoint, and how many of them a request may hold; a null field: there are none. */
  readonly cacheMarks: { readonly field: string | null; readonly max: number }
  /** An error told that the model has no cache: marks that are blocks of their own go, also those of {@link marksBeside}. */
  readonly marksRefused?: boolean
  /** The field of the request whose list may hold none of them, where the messages may. */
  readonly marksRefusedBeside?: string
  /** The key of such a mark, and the lists of the request that may hold one, too, in the order in which they are read. */
  readonly marksBeside?: { readonly key: string; readonly lists: readonly (readonly [string, string?])[] }
  /** Media behind which a cache mark that is a block of its own is refused, by their type; default: none. */
  readonly unmarkedMedia?: RegExp
  /** Where a summary of the provider may stand: `first` holds for signed ones. */
  readonly compaction: 'first' | 'anywhere'
  /** Kinds of media that the model reads; null: all. */
  readonly mediaKinds: ReadonlySet<string> | null
  /** An error told that media of this type are refused, whatever else is read. */
  readonly refusedMediaType?: string
  /** Who may send media at all; default: everyone. */
  readonly mediaRoles?: ReadonlySet<Role>
  /** Kinds of media that a result may hold; default: all that the model reads. */
  readonly resultMediaKinds?: ReadonlySet<string>
  /** An error told that a result holds no medium that is only named by its address. */
  readonly resultFiles?: 'refused'
  /** What a tool said of its failure may hold no media, where other results may. */
  readonly errorMedia?: 'refused'
  /** Whether a result tells in a field of its own that its tool failed; default: it may. */
  readonly resultStatus?: 'refused'
  /** Content is a text or a list of parts; `refused`: an error told that it must be a text. Default: its form is fixed. */
  readonly contentLists?: 'allowed' | 'refused'
  /** An error told that content is nothing but texts, and not whose is not. */
  readonly textsAlone?: boolean
  /** An error told that parts of a type which the format does not know are refused in results, too; default: they are passed on. */
  readonly resultParts?: 'known'
  /** An error told that something in this list of a block is refused (`annotations`). */
  readonly refusedList?: string
  /** An error told that a field is refused within blocks: the names on the way to it, those of types among them, lists left out. */
  readonly refusedInside?: readonly string[]
  /** Image types that the provider reads. */
  readonly mediaTypes: ReadonlySet<string>
  /** Media types of any kind that the provider refuses for certain; default: none is known. */
  readonly mediaTypesRefused?: RegExp
  /** What the name of a document must look like, and that no two may share one; default: names are free. */
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
  /** The server keeps the items of earlier requests; false: what only has an id cannot be found. */
  readonly itemsKept?: boolean
  /** An error told that no two messages may hold the id of one item, where ids stand beside what was said. */
  readonly itemIdsUnique?: boolean
  /** An error told that the reasoning is missing without which the item with this id cannot be, where ids stand beside what was said. */
  readonly unledItem?: string | undefined
  /** An error told what such an id must be: those of the same kind of part as the refused one begin so, or none is longer. */
  readonly partIds?: { readonly refused: string | undefined; readonly prefix: string; readonly maxLength: number }
  /** An error told that sealed reasoning must have the id of its item. */
  readonly sealsNamed?: boolean
  /** The item that the server holds already: learnt from an error. */
  readonly heldItemId?: string | undefined
  /** Request fields that continue a history which the server holds. */
  readonly historyFields?: readonly string[]
  /** The request continues such a history: calls that the list lacks may be there. */
  readonly historyElsewhere?: boolean
  /** Calls of such a history that an error told to be open: ids, and the error's word for their kind. */
  readonly openElsewhere?: { readonly callIds: readonly string[]; readonly kind: string }
  /** Call ids of which an error told that nothing answers them, although something in the list might. */
  readonly unanswered?: ReadonlySet<string>
  /** Results whose calls, an error told, are not there either: their call ids. */
  readonly lostElsewhere?: ReadonlySet<string> | 'all'
  /** An error told that this history is gone. */
  readonly historyLost?: boolean
  /** The list may be empty, for the request continues or starts something else. */
  readonly listOptional?: boolean
  /** Types of block that must end the list, at most one of them. */
  readonly lastTypes?: ReadonlySet<string>
  /** Kinds whose raw blocks only the provider that made them can read; all of them are foreign after a switch. */
  readonly foreignKinds: ReadonlySet<BlockKind>
}
