import type { BlockKind } from '../transcript/block-kind.ts'
import type { BlockShape } from '../transcript/block-shape.ts'
import { keepsContents } from '../transcript/keeps-contents.ts'
import { mediaIn } from '../transcript/media-in.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { isSaidInCaption } from '../media/is-said-beside.ts'
import { mayBeSaid } from '../media/may-be-said.ts'
import { wordsBeside } from '../media/words-beside.ts'
import type { Loss } from '../faults/loss.ts'
import type { Format, FormatWriter } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import { marked } from '../faults/synthetic-text.ts'
import { callAsText } from './call-as-text.ts'
import { fullText } from './full-text.ts'
import { callLabel, resultLabel } from './server-call-as-text.ts'
import { readOnce } from '../json/read-once.ts'
import { innerListIn } from './inner-list.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Refusal } from '../lint/refusal.ts'
import { defineStrategy, extendStrategy, type Lesson, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const unknownFieldMeta: FaultMeta = {
  title: 'a field that the format does not permit',
  meaning: 'A block, item or message carries a field that the format does not permit.',
  repair: 'Remove the field.',
  mayLose: 'The value of the field.',
  says: 'messages.2.content.0.tool_use.caller: Extra inputs are not permitted',
  link: 'https://github.com/ServiceStack/llms/issues/17',
}

/**
 * A block, item or message carries a field that the format does not permit.
 *
 * Repair: the field goes; the edit record keeps it.
 */
export const unknownField: Strategy<'unknown_field'> = defineStrategy({
  type: 'unknown_field',

  learn: ({ field, path, rules }) => {
    if (field === undefined) return {}
    const refusedInside = insideBlock(path)
    return { rules: refusedInside ? { refusedInside } : refusing([field], rules) }
  },

  visit: {
    block(block, context) {
      checkBlock(block, context.rules, context)
    },

    message(message, { format, report, rules }) {
      if (message.content === 'none') return
      const known = rules.messageFieldsOf?.[message.role] ?? rules.messageFields
      if (!isRecord(message.raw)) return
      for (const field in message.raw) {
        if (known?.has(field) !== false && !rules.refusedFields.has(field)) continue
        if (field === format.contentField || field === 'role' || message.raw[field] === undefined) continue
        // Of a model only what it refused is told on: programs keep copies and notes of the rest beside it.
        const isNoted = message.role === 'assistant' && field !== 'refusal'
        const value = isNoted ? [] : [{ [field]: message.raw[field] }]
        const said = unsaid(sayingsIn(value), message.blocks, field)
        const isKept = message.role === 'user' || message.role === 'assistant'
        const { [field]: _stranger, ...clean } = message.raw
        report({
          at: message,
          detail: { field },
          loss:
            losesMedia(value, message, format) || (said.length > 0 && !isKept)
              ? 'lossy'
              : lossOfWords(said, message.raw, clean),
          fix: (edit) => {
            edit.setField(message, field, undefined)
            if (!isKept) return
            for (const saying of said)
              edit.insert(message, message.blocks.length, edit.write.text(saying, message.role))
          },
        })
      }
    },
  },
})

/** What is said in fields that have to go, and whether more is lost with them. */
type Reading = (
  strangers: readonly object[],
  message: Message,
  format: Format,
) => readonly [said: readonly string[], isMore: boolean]

const plainly: Reading = (strangers, message, format) => [sayingsIn(strangers), losesMedia(strangers, message, format)]

/** Fields of a block that it may not have, and of what it holds. */
function checkBlock(
  block: Block,
  rules: Rules,
  context: LintContext,
  fields = block.shape.fields,
  reading?: Reading,
): void {
  if (rules.refusedInside) checkInside(rules.refusedInside, block, context)
  const { raw, shape } = block
  if (!isRecord(raw)) return
  const isDemanded = (field: string): boolean => shape.required.some(([name]) => name === field)
  const holder = { raw, fields, isDemanded, whole: (clean: unknown) => clean }
  checkFields(block, holder, rules, context, reading)
}

/** Rules under which these fields are refused, in whatever they stand. */
function refusing(names: readonly string[], { refusedFields }: Rules): Partial<Rules> {
  return { refusedFields: new Set([...refusedFields, ...names]) }
}

/**
 * `messages.1.content.2.web_search_tool_result.content.0.rank`, but for the numbers: within what a block holds. What a mark may not say,
 * none may: that has a strategy of its own.
 */
const insidePath = /^messages\.content\.(?!.*cache_control\.)(\w+(?:\.\w+){2,})$/

function insideBlock(path = ''): readonly string[] | undefined {
  return insidePath.exec(path.replace(/\.\d+/g, ''))?.[1]!.split('.')
}

/** A field of what the block holds: in an object, in each of a list. */
function checkInside(path: readonly string[], block: Block, { format: { write }, report }: LintContext): void {
  const clean = withoutInside(block.raw, path, write)
  if (clean === block.raw) return
  report({
    at: block,
    detail: { field: path.at(-1)! },
    loss: lossOfWords([], block.raw, clean),
    fix: (edit) => edit.replace(block, clean),
  })
}

/** The value without what the path leads to. A path names types, too, which are no keys, or named as one: `source.content.content.text`. */
function withoutInside(value: unknown, path: readonly string[], write: FormatWriter): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutInside(item, path, write))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!isRecord(value)) return value
  const own = path.length > 1 && value['type'] === path[0] ? withoutKey(value, path.slice(1), write) : value
  return own === value ? withoutKey(value, path, write) : own
}

function withoutKey(value: Record<string, unknown>, [key, ...rest]: readonly string[], write: FormatWriter): unknown {
  const held = rest.length > 0 ? withoutInside(value[key!], rest, write) : undefined
  return held === value[key!] ? value : write.withField(value, key!, held)
}

/**
 * Keys that stand by themselves beside the path of what holds them: `Unknown parameter in messages[0].content[0]: "cacheControl"` of
 * boto3, `extraneous key [cacheControl] is not permitted` of Bedrock, `Unrecognized key(s) in object: 'a', 'b'` of zod, `has invalid field(s): text` of Zhipu. No path is
 * such a key, nor is one that could stand there: `expected one of 'type', 'content'`.
 */
const namedKeys =
  /\b(?:(?:unknown|unrecogni[sz]ed|unexpected|extraneous|additional|extra|unsupported)(?: \w+)?|has invalid) (?:field|key|propert|parameter|name|argument|attribute)(?:y|ies|s|\(s\))?(?!\w)(?::? (?!found\b)([A-Za-z_]\w{0,60})(?=[,;]|\.(?!\w)|$)|(?:(?!expected|one of|(?<!not )(?:allowed|supported|known): )[^"'`;]){0,120}?((?:["'`[][A-Za-z_]\w{0,60}["'`\]](?:, )?)+))/gi

function namedIn(text: string): readonly string[] {
  return [...text.matchAll(namedKeys)].flatMap(([, bare, listed = '']) => (bare ?? listed).match(/\w+/g) ?? [])
}

/** boto3 checks each key of all messages and blocks: `Unknown parameter in messages[0].content[0]: "type", must be one of: text, image`. */
const permitted = /\bunknown parameter in messages(\S+): \S{1,62}, must be one of: ((?:\w+(?:, )?)+)/i

function permittedBy(text: string): Partial<Rules> {
  const [, place, fields] = permitted.exec(text) ?? []
  if (place === undefined || fields === undefined) return {}
  const isOfMessage = /^\[\d+\]$/.test(place)
  return { unionsAlone: true, ...(isOfMessage && { messageFields: new Set(fields.split(', ')) }) }
}

/** `messages.3.user.id`, where the place of a union is named, and `messages.3` beside the field: right in a message, too. */
const besideMessage = /^(messages\.\d+)(?:\.(?:user|assistant|system|tool))?(\.\w+)?$/

/** `messages.3.id`: right in a message. */
const fieldOfMessage = /^messages\.\d+\.(\w+)$/

/** What an error that names these fields teaches. */
function fieldsRefused(names: readonly string[], { field, named, path = '', rules }: Refusal): Lesson {
  const list = innerListIn(path, 'output')
  if (list && field) return { rules: { refusedInside: [list, field] } }
  if (names.length === 0) return {}
  // Elsewhere a message is made of what the provider counts, or its parts are the messages of the provider.
  const isOwn = rules.results === 'own-messages' && !rules.indexCounts && !rules.indexForms
  const ofMessage = names.filter((name) => isOwn && name === fieldOfMessage.exec(path)?.[1])
  return {
    rules: {
      ...refusing(names, rules),
      ...(named !== undefined && { refusedIn: named }),
      ...(ofMessage.length > 0 && { refusedOnMessages: new Set(ofMessage) }),
    },
  }
}

/** `messages.3.assistant.tool_calls.0.function.strict`, or with the field beside it: a message and its other blocks may have it. */
const placeInCall = /^messages\.\d+\.(?:assistant\.)?tool_calls\.\d+(\.function)?(?:\.\w+)?$/

/** What a call and a result cannot be without, whatever strategy looks after it: an error that names it means it elsewhere. */
const demandedOf: Partial<Readonly<Record<BlockKind, ReadonlySet<string>>>> = {
  tool_call: new Set(['args', 'arguments', 'input', 'name', 'toolUseId']),
  tool_result: new Set(['content', 'response', 'toolUseId']),
}

/** The same in the parts of a result, and in what a call holds that has a list of its own. */
const demandedInside: ReadonlySet<string> = new Set(['arguments', 'input', 'name', 'text', 'type'])

/** The fields of a call that somebody is known to read. */
const readByOthers = ['provider_specific_fields', 'extra_content', 'index', 'type']

/** Who refuses a field of a call that nobody knows takes no other of them. */
function withoutField(field: string, isOwn: boolean): NonNullable<Rules['callFields']> {
  const others = readByOthers.filter((name) => name !== field)
  return {
    own: new Set(['id', 'function', 'custom', ...(isOwn ? others : readByOthers)]),
    inner: new Set([...demandedInside, ...(isOwn ? readByOthers : others)]),
  }
}

/** Of a call that holds its name and input one object below: one that is written flat has a strategy of its own. */
function fieldsOfCall({ kind, raw, shape }: Block, { callFields }: Rules): Rules['callFields'] {
  return kind === 'tool_call' && isRecord(raw) && isRecord(raw[shape.type]) ? callFields : undefined
}

/**
 * What holds for a part or a call: a field that was refused right in a message need not be refused there, but in items of the type that an
 * error named. What an item of another type must have is not refused of it.
 */
function rulesWithin(block: Block, rules: Rules, { demands }: Format): Rules {
  const { field, message, shape } = block
  const named = rules.refusedIn?.blocks[0]
  const isWhole =
    field === '' && (message.content !== 'none' || (named?.field === '' && named.shape.type === shape.type))
  const within = rules.refusedOnMessages === undefined || isWhole ? rules : rulesOfParts(rules)
  if (named === undefined || demands === undefined) return within
  const refused = [...within.refusedFields].filter((name) => !demands(block, name, rules))
  return { ...within, refusedFields: new Set(refused) }
}

const rulesOfParts = readOnce((rules: Rules): Rules => {
  const { refusedFields, refusedOnMessages } = rules
  return { ...rules, refusedFields: new Set([...refusedFields].filter((name) => !refusedOnMessages!.has(name))) }
})

/** The same where a client checks each key of all messages and blocks, and in the object that a block is the key of. */
export const keyUnknown: Strategy<'unknown_field'> = /* @__PURE__ */ extendStrategy(unknownField, {
  visit: {
    suspect(block, { format, report }) {
      const said = fullText(block, format)
      const { name = block.shape.type } = block
      const text = block.kind === 'tool_call' ? callAsText(callLabel, name, said) : `${marked(resultLabel)}: ${said}`
      report({
        at: block,
        detail: { field: block.shape.type },
        loss: 'synthesised',
        fix: (edit) => edit.replace(block, format.write.text(text.trimEnd(), block.message.role)),
      })
    },

    block(block, context) {
      const rules = rulesWithin(block, context.rules, context.format)
      const reading = readings[block.kind] ?? besideWords
      checkBlock(block, rules, context, fieldsOfCall(block, rules)?.own ?? permittedOn(block.shape, rules), reading)
      const { inner, type } = block.shape
      // A call has its name and input one object below, and a result its parts.
      if (rules.results === 'own-messages' && (block.kind === 'tool_call' || block.kind === 'tool_result'))
        for (const name of rules.refusedFields)
          if (!demandedInside.has(name))
            checkInside([block.kind === 'tool_call' ? type : 'content', name], block, context)
      const fields = inner ? inner.fields : fieldsOfCall(block, rules)?.inner
      const raw = isRecord(block.raw) ? block.raw[type] : undefined
      if (fields === undefined || !isRecord(raw)) return
      const holder: Holder = {
        raw,
        fields,
        isDemanded: (field) =>
          inner?.required.some(([spellings]) => spellings.includes(field)) === true ||
          demandedOf[block.kind]?.has(field) === true ||
          // Gemini's results have the name of their call, those of others do not.
          (block.kind === 'tool_result' && field === 'name' && inner?.fields?.has(field) === true),
        whole: (clean) => context.format.write.withField(block.raw, type, clean),
      }
      checkFields(block, holder, rules, context, reading)
    },
  },

  learn: (refusal) => {
    const { field, path = '', rules, text } = refusal
    // An object within an item: what it is to do, and where.
    const within = rules.itemIdForm && withinItem.exec(path)?.[1]
    if (within && field) return { rules: { refusedInside: [within, field] } }
    if (fileInResult.test(`${path}.${field}`)) return { rules: { resultFiles: 'refused' } }
    const inCall = placeInCall.exec(path)
    if (inCall && field)
      return { rules: { callFields: withoutField(field, inCall[1] === undefined || field === 'function') } }
    const isOwn = rules.results === 'own-messages' && field !== undefined
    const told = isOwn ? { ...refusal, path: path.replace(besideMessage, `$1.${field}`) } : refusal
    const keys = namedIn(text)
    const inside = keys.length > 0 || rules.refusedOnMessages ? undefined : insideBlock(path)
    if (inside) return { rules: { refusedInside: inside } }
    const names = keys.length > 0 ? keys : field === undefined ? [] : [field]
    // The key is the part itself, of a tool that this server does not run: what it gave back is refused next.
    const meant = names.some((name) => ofServerTool.test(name)) ? serverTools : {}
    const lesson = fieldsRefused(names, told)
    if (lesson.rules?.refusedFields === undefined) return { ...lesson, ...meant }
    // Who refuses a field of a message that nobody knows takes no other of them.
    const isStrange = [...(lesson.rules.refusedOnMessages ?? [])].some(
      (name) => rules.fieldsAnywhere?.has(name) === false,
    )
    const known = rules.messageFields === null && isStrange ? { messageFields: rules.fieldsAnywhere! } : {}
    return { ...meant, rules: { ...lesson.rules, ...known, ...permittedBy(text) } }
  },
})

/** Beside words and results other words may stand under any name, in any depth (I4): they stay as a text, as those under known names do. */
const besideWords: Reading = (strangers, message, format) => {
  const [said, isMore] = plainly(strangers, message, format)
  const others = wordsBeside(Object.assign({}, ...strangers), undefined, mayBeSaid)
  return [[...new Set([...said, ...others.filter((word) => mediaIn(word).length === 0)])], isMore]
}

/**
 * Beside a picture its captions are there to be read with it (I4). Under other names programs keep paths, devices and previews, which
 * nobody has said to the model: what reads as words goes with its field, and is told as lost.
 */
const besideMedium: Reading = (strangers, message, format) => {
  const beside = Object.assign({}, ...strangers) as Readonly<Record<string, unknown>>
  const said = new Set([...sayingsIn(strangers), ...wordsBeside(beside, undefined, isSaidInCaption)])
  const isMore = wordsBeside(beside, undefined, mayBeSaid).some((word) => !said.has(word) && mediaIn(word).length === 0)
  return [[...said], isMore || losesMedia(strangers, message, format)]
}

const readings: Partial<Readonly<Record<BlockKind, Reading>>> = { media: besideMedium }

/** Gemini: parts of the tools that Google runs, in both spellings; Vertex and older versions of the API know none of them. */
const ofServerTool = /^(?:tool_?(?:call|response)|executable_?code|code_?execution_?result)$/i

const serverTools: Lesson = {
  suspects: ({ shape }) => shape.server && ofServerTool.test(shape.type),
  together: (_, all) => all,
  certain: true,
}

/** Gemini: Vertex takes files by their address beside a response, AI Studio takes bytes alone. */
const fileInResult = /function_?response\.parts\.\d+\.file_?data$/i

/** `input.14.operation.diff` */
const withinItem = /^\w+\.\d+\.(action|operation|environment|caller)\.\w+$/

/** The fields that a block may have; null: any. */
function permittedOn(
  { fields, type, union }: BlockShape,
  { blockFields, unionsAlone }: Rules,
): ReadonlySet<string> | null {
  if (union === true && unionsAlone === true) return new Set([type])
  return blockFields === 'ignored' ? null : fields
}

/** What has the fields: a block, or the object inside it. */
interface Holder {
  readonly raw: Record<string, unknown>
  /** The fields that it may have; null: any. */
  readonly fields: ReadonlySet<string> | null
  /** A field that it cannot be without is refused elsewhere only. */
  isDemanded(field: string): boolean
  /** The block with a clean one in its place. */
  whole(clean: unknown): unknown
}

function checkFields(
  block: Block,
  { fields, isDemanded, raw, whole }: Holder,
  { cacheMarks, refusedFields }: Rules,
  { format, report }: LintContext,
  reading = plainly,
): void {
  const names = Object.keys(raw).filter(
    (name) => fields?.has(name) === false || (name !== 'type' && refusedFields.has(name) && !isDemanded(name)),
  )
  // Cache marks have a strategy of their own; JSON leaves undefined out.
  const field = names.find((name) => name !== cacheMarks.field && raw[name] !== undefined)
  if (field === undefined) return
  // What a user or a tool has put into fields that have to go (I4): the words stay, media cannot.
  const isOwn = block.message.role === 'assistant' && block.kind !== 'tool_result'
  const strangers = isOwn ? [] : names.map((name) => ({ [name]: raw[name] }))
  const [words, isMore] = reading(strangers, block.message, format)
  const said = unsaid(words, [block])
  const clean = whole(names.reduce((left: unknown, name) => format.write.withField(left, name, undefined), raw))
  report({
    at: block,
    detail: { field },
    loss: isMore ? 'lossy' : lossOfWords(said, block.raw, clean),
    fix: (edit) => {
      // Beside the result of a tool they are the tool's, or the program's: bare they would be taken for the words of a person (I5).
      const label = block.kind === 'tool_result' ? `${marked('Noted beside the result of a tool call')}:\n` : ''
      const texts = said.map((saying) => edit.write.text(label + saying, block.message.role))
      edit.replace(block, clean, ...(block.field === '' ? [] : texts))
      if (block.field === '' && texts.length > 0) edit.insertMessage(block.message.index + 1, 'user', texts)
    },
  })
}

/** Whether words move, or a content of the model goes with its field. */
function lossOfWords(said: readonly string[], before: unknown, clean: unknown): Loss {
  return said.length === 0 && keepsContents(before, clean) ? 'none' : 'synthesised'
}

/** Whether media go that the message does not hold elsewhere (I4). */
function losesMedia(strangers: readonly object[], { blocks }: Message, { media }: Format): boolean {
  const kept = new Set(blocks.flatMap((block) => media(block).map(({ data, url }) => data ?? url)))
  return mediaIn(strangers).some((medium) => typeof medium !== 'string' || !kept.has(medium))
}

/** @param gone the field of a message that goes with what it says */
function unsaid(sayings: readonly string[], blocks: readonly Block[], gone?: string): readonly string[] {
  return sayings.filter((saying) => !blocks.some(({ field, text }) => field !== gone && text?.includes(saying)))
}
