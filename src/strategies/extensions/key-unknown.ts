import { marked } from '../../faults/synthetic-text.ts'
import type { Format } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import { isRecord } from '../../json/is-record.ts'
import { readOnce } from '../../json/read-once.ts'
import { extendStrategy, type Lesson, type Strategy } from '../../lint/define-strategy.ts'
import type { Refusal } from '../../lint/refusal.ts'
import type { BlockShape } from '../../transcript/block-shape.ts'
import type { Block } from '../../transcript/transcript.ts'
import { callAsText } from '../shared/call-as-text.ts'
import { demandedInside, demandedOf, fieldsOfCall, placeInCall, withoutField } from './fields-of-call.ts'
import { fullText } from '../shared/full-text.ts'
import { innerListIn } from '../shared/inner-list.ts'
import { checkInside, insideBlock } from '../shared/inside-block.ts'
import { namedKeys, permittedBy } from './named-keys.ts'
import { readingOf } from './reading-of.ts'
import { callLabel, resultLabel } from '../shared/server-call-as-text.ts'
import { checkBlock, checkFields, type Holder, refusing } from '../shared/stranger-fields.ts'
import { unknownField } from '../unknown-field.ts'

/** Unknown fields where a client checks each key of all messages and blocks, and in the object that a block is the key of. */
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
      const reading = readingOf(block.kind)
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
    const { blockIndex, field, named, path = '', rules, text } = refusal
    // An object within an item: what it is to do, and where.
    const within = rules.itemIdForm && withinItem.exec(path)?.[1]
    if (within && field) return { rules: { refusedInside: [within, field] } }
    // What is known to be refused of messages alone is refused of such parts, too.
    const part = named?.blocks[blockIndex ?? -1]?.shape.type
    if (part && field && rules.refusedOnMessages?.has(field)) return { rules: { refusedInside: [part, field] } }
    if (fileInResult.test(`${path}.${field}`)) return { rules: { resultFiles: 'refused' } }
    // And there it is refused as a whole.
    const [, place, list] = placeInThought.exec(path) ?? []
    if (place) return fieldsRefused([list!], { ...refusal, path: place, field: list! })
    const inCall = placeInCall.exec(path)
    if (inCall && field)
      return {
        rules: { callFields: withoutField(field, inCall[1] === undefined || field === 'function', rules.callFields) },
      }
    const isOwn = rules.results === 'own-messages' && field !== undefined
    const told = isOwn ? { ...refusal, path: path.replace(besideMessage, `$1.${field}`) } : refusal
    const keys = namedKeys(text)
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
    const known =
      rules.messageFields === null && isStrange ? { messageFields: rules.fieldsAnywhere! } : knownByType(refusal)
    return { ...meant, rules: { ...lesson.rules, ...known, ...permittedBy(text) } }
  },
})

/** The same of items: each type has fields of its own, and so have the parts in them. What goes out as other messages has other fields. */
function knownByType({ named, rules: { fieldsOfType, itemsAsMessages } }: Refusal): Partial<Rules> {
  const messageFields = fieldsOfType?.('message')
  return messageFields && named && itemsAsMessages !== true ? { blockFields: 'known', messageFields } : {}
}

/** `messages.3.user.id`, where the place of a union is named, and `messages.3` beside the field: right in a message, too. */
const besideMessage = /^(messages\.\d+)(?:\.(?:user|assistant|system|tool))?(\.\w+)?$/

/** `messages.3.id`: right in a message. */
const fieldOfMessage = /^messages\.\d+\.(\w+)$/

/** What an error that names these fields teaches. */
function fieldsRefused(names: readonly string[], refusal: Refusal): Lesson {
  const { field, named, path = '', rules } = refusal
  const list = innerListIn(path, 'output')
  if (list && field) return { rules: { refusedInside: [list, field], ...knownByType(refusal) } }
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

/**
 * What holds for a part or a call: a field that was refused right in a message need not be refused there, but in items of the type that an
 * error named. What an item of another type must have is not refused of it.
 */
function rulesWithin(block: Block, rules: Rules, { demands }: Format): Rules {
  const { field, message, shape } = block
  const named = rules.refusedIn?.blocks[0]
  const isWhole =
    field === '' && (message.content !== 'none' || (named?.field === '' && named.shape.type === shape.type))
  // What was thought goes back as it came: in a list of its own it is no part of the content, which may not have its fields.
  if (block.kind === 'thinking' && field.startsWith('reasoning')) return rulesOfThought(rules)
  const within = rules.refusedOnMessages === undefined || isWhole ? rules : rulesOfParts(rules)
  if (named === undefined || demands === undefined) return within
  const refused = [...within.refusedFields].filter((name) => !demands(block, name, rules))
  return { ...within, refusedFields: new Set(refused) }
}

const rulesOfThought = readOnce((rules: Rules): Rules => ({ ...rules, refusedFields: new Set() }))

const rulesOfParts = readOnce((rules: Rules): Rules => {
  const { refusedFields, refusedOnMessages } = rules
  return { ...rules, refusedFields: new Set([...refusedFields].filter((name) => !refusedOnMessages!.has(name))) }
})

/** The fields that a block may have; null: any. */
function permittedOn(
  { fields, type, union }: BlockShape,
  { blockFields, fieldsOfType, unionsAlone }: Rules,
): ReadonlySet<string> | null {
  if (union === true && unionsAlone === true) return new Set([type])
  return blockFields === 'ignored' ? null : (fields ?? fieldsOfType?.(type) ?? null)
}

/** Gemini: parts of the tools that Google runs, in both spellings; Vertex and older versions of the API know none of them. */
const ofServerTool = /^(?:tool_?(?:call|response)|executable_?code|code_?execution_?result)$/i

const serverTools: Lesson = {
  suspects: ({ shape }) => shape.server && ofServerTool.test(shape.type),
  together: (_, all) => all,
  certain: true,
}

/** Gemini: Vertex takes files by their address beside a response, AI Studio takes bytes alone. */
const fileInResult = /function_?response\.parts\.\d+\.file_?data$/i

/** `messages.1.reasoning_details.0.data` */
const placeInThought = /^(messages\.\d+\.(reasoning\w*))\.\d+\./

/** `input.14.operation.diff` */
const withinItem = /^\w+\.\d+\.(action|operation|environment|caller)\.\w+$/
