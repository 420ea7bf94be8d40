import { readOnce } from '../json/read-once.ts'
import { lastBlockOf } from '../transcript/last-block-of.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message, Transcript, Turn } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Lesson, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import type { Refusal } from '../lint/refusal.ts'
import { fullText } from './shared/full-text.ts'
import { resultAsText } from './shared/result-as-text.ts'
import { marked } from '../faults/synthetic-text.ts'

type SpokenRole = 'user' | 'assistant' | 'system'

const speakers: readonly SpokenRole[] = ['user', 'assistant', 'system']

/** What foreign role names mean. */
const meanings: Readonly<Record<string, SpokenRole>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  model: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'user',
  function: 'user',
}

export const roleInvalidMeta: FaultMeta = {
  title: 'an unknown or missing role',
  meaning: 'A message has an unknown, missing or misplaced role (for example system inside messages).',
  repair: 'Map to the right role or lift to the system field.',
  says: "messages.2.role: Input should be 'user' or 'assistant'",
  link: 'https://platform.claude.com/docs/en/api/messages',
}

/**
 * A message has an unknown, missing or misplaced role (for example system inside messages).
 *
 * Repair: the role is mapped to what it means, as far as the blocks may stand there. A system message that may not stand where
 * it is moves to the system field of the request when it opens the conversation, else behind the next user turn; where it may
 * stand nowhere, it becomes text of the user's turn, marked as what it is.
 */
export const roleInvalid: Strategy<'role_invalid'> = defineStrategy({
  type: 'role_invalid',

  learn: ({ rules }) => ({ rules: { systemMessages: rules.systemMessages === 'anywhere' ? 'leading' : 'lift' } }),

  visit: {
    message(message, context) {
      if (!mayNameRole(message)) return
      const name = namedBy(message, context)
      if (isLegal(name, context)) return checkSystem(message, context)
      rename(message, name, roleOf(message, String(name)), context)
    },
  },
})

function mayNameRole({ content, raw }: Message): boolean {
  return typeof raw === 'object' && raw !== null && content !== 'none'
}

function namedBy({ raw }: Message, { format }: LintContext): unknown {
  return format.roleOf ? format.roleOf(raw) : (raw as { role?: unknown }).role
}

function isLegal(name: unknown, { rules }: LintContext): boolean {
  return typeof name === 'string' && rules.roleNames.has(name)
}

function rename(message: Message, name: unknown, role: SpokenRole | 'tool', context: LintContext): void {
  context.report({
    at: message,
    detail: { role: typeof name === 'string' ? name.slice(0, 40) : typeof name },
    // Which call is whose shows when it is known who speaks, where no id tells (I5).
    reveals: context.rules.callIdsOptional,
    fix: (edit) => edit.setField(message, 'role', legalName(role, context)),
  })
}

/** Roles that an error lists: `one of ['system', 'user']`, `"user"|"assistant"`, `a valid role: user, model`. */
const listed = /(?:\W{0,3}\b(?:system|developer|user|assistant|model|tool|function)\b(?: or| and)?\W{0,3}?){2,}/gi
/** Names beside the usual four, which few servers take. */
const unusual = ['developer', 'function']

/** The backend of ChatGPT takes what a developer says; clients say so of a field of theirs. */
const refusesSystem = /\bsystem messages are not allowed(?! in)/i

/**
 * OpenAI reads a developer's words as the system's where a model knows those alone: one that refuses them has neither (o1-mini, o1-preview),
 * and a repair has come here from `system` already.
 */
const ofModel = /not support \W{0,2}developer\W{0,2} with this model/i

/** "does not support 'tool' with this model" (o1-mini), "Only user and assistant roles are supported!" of a template. */
const refusesTools = /not support \W{0,2}tool\b/i
const namesTools = /\btools?\b/i

/** The provider knows no such role at all, wherever it stands. */
const refusedName = /developer|not support \W{0,2}system/i

/** The lesson of an error: a role that the provider does not know, or a place where no system message may stand. */
function lessonOf(refusal: Refusal): Lesson {
  const { rules, text } = refusal
  if (!refusedName.test(text)) return roleInvalid.learn!(refusal)
  return { rules: { roleNames: without(rules.roleNames, /developer/i.test(text) ? 'developer' : 'system') } }
}

/** The same where some servers take more roles than four: those that an error does not list, or that it names, are none. */
export const roleUnlisted: Strategy<'role_invalid'> = /* @__PURE__ */ extendStrategy(roleInvalid, {
  learn: (refusal) => {
    const { isLast, named, rules, text } = refusal
    if (refusesSystem.test(text) && rules.roleNames.has('developer'))
      return { rules: { roleNames: without(rules.roleNames, 'system') } }
    const taken = new Set(
      text
        .toLowerCase()
        .match(listed)
        ?.flatMap((list) => list.match(/\w+/g) ?? []),
    )
    const isRefused = (name: string): boolean =>
      taken.size === 0 ? new RegExp(`(?:not support|\\brole) ?\\W{0,3}${name}\\b`, 'i').test(text) : !taken.has(name)
    // What answers a call has no other role: who knows none knows no calls, unless it is another role that is refused.
    const isMeant =
      named === undefined
        ? isLast && !unusual.some((name) => text.includes(name) && !taken.has(name))
        : (named.raw as { role?: unknown }).role === 'tool'
    if (
      isMeant &&
      rules.results === 'own-messages' &&
      (refusesTools.test(text) || (taken.size > 0 && !namesTools.test(text)))
    )
      return { rules: { toolsTaken: false, callList: 'strict' } }
    const refused = unusual.filter((name) => rules.roleNames.has(name) && isRefused(name))
    if (refused.length === 0) return lessonOf(refusal)
    // A system message that stands before has passed.
    if (ofModel.test(text) && !named?.index) refused.push('system')
    const roleNames = new Set([...rules.roleNames].filter((name) => !refused.includes(name)))
    // Where a system message stands is asked only where there may be none.
    const lesson = taken.size === 0 || taken.has('system') ? {} : lessonOf(refusal).rules
    return { rules: { ...lesson, roleNames } }
  },

  visit: {
    message(message, context) {
      if (isLifted(message, context)) return
      const { rules, transcript } = context
      const name = mayNameRole(message) ? namedBy(message, context) : undefined
      if (isAbsent(name) && rules.absentRole === 'alone' && transcript.messages.length === 1) return
      if (isLegal(name, context)) {
        if (mayStayAsSystem(message, context)) return
        // Where the request has no field for it, it becomes a turn of the user.
        if (!context.format.hasSystemField && isSystemText(message, context)) return makeUsers(message, context)
      }
      if (!isResult(message) || !mayNameRole(message)) return roleInvalid.visit.message!(message, context)
      if (!isLegal(name, context) || isMisnamed(name, context)) rename(message, name, 'tool', context)
    },
  },
})

function makeUsers(message: Message, { format, report, rules }: LintContext): void {
  report({
    at: message,
    detail: { role: 'system', rule: rules.systemMessages },
    fix: (edit) => edit.setField(message, 'role', format.roleName('user')),
  })
}

/** The package sends it before all others, wherever it stands. */
function isLifted({ role, turnIndex }: Message, { rules, transcript }: LintContext): boolean {
  if (role !== 'system' || rules.systemAtEnd !== 'first-lifted') return false
  return transcript.turns.findIndex((turn) => turn.role === 'system') === turnIndex
}

/**
 * Whether a system message is legal in its place because it may stand in front, behind a user message, or anywhere. A place before an
 * answer is checked by `checkSystem`.
 */
function mayStayAsSystem({ role, turnIndex }: Message, context: LintContext): boolean {
  const { systemMessages } = context.rules
  if (role !== 'system' || systemMessages === 'lift' || systemMessages === 'before-assistant') return false
  const before = context.turnAt(turnIndex - 1)
  return systemMessages === 'anywhere' || !before || (systemMessages === 'after-user' && before.role === 'user')
}

/** The whole message is the result of a call. */
function isResult({ role, blocks }: Message): boolean {
  return role === 'tool' && blocks[0]?.kind === 'tool_result' && blocks[0].field === ''
}

function isMisnamed(name: unknown, { format, rules }: LintContext): boolean {
  const right = format.roleName('tool')
  return rules.roleNames.has(right) && name !== right
}

function without(names: ReadonlySet<string>, refused: string): ReadonlySet<string> {
  return new Set([...names].filter((name) => name !== refused))
}

/** The provider's name of a role; where it has none for system texts they are a developer's, else a user's. */
function legalName(role: SpokenRole | 'tool', { format, rules }: LintContext): string {
  const names = [format.roleName(role), ...(role === 'system' ? ['developer'] : [])]
  return names.find((name) => rules.roleNames.has(name)) ?? format.roleName(role === 'system' ? 'user' : role)
}

/** What only the model writes: calls, thinking, and the summary that it makes by itself. */
function isOfModel({ kind, signature }: Block): boolean {
  return kind === 'tool_call' || kind === 'thinking' || (kind === 'compaction' && signature === undefined)
}

function isAbsent(name: unknown): boolean {
  return name === undefined || name === null || name === ''
}

/** What the name means, if the blocks may stand there; else the first role in which they may. */
function roleOf({ blocks }: Message, name: string): SpokenRole {
  const meaning = meanings[name.toLowerCase()]
  const fits = (role: SpokenRole): boolean => blocks.every(({ shape }) => shape.roles?.includes(role) !== false)
  if (blocks.some(isOfModel) && fits('assistant')) return 'assistant'
  if (meaning !== undefined && fits(meaning)) return meaning
  return speakers.find(fits) ?? meaning ?? 'user'
}

/** The last user turn before the assistant speaks again. */
function nextAskingTurn(transcript: Transcript, from: number): Turn | undefined {
  return askingTurns(transcript)[from + 1]
}

/** For each turn the asking turn from it on. */
const askingTurns = readOnce(({ turns }: Transcript): readonly (Turn | undefined)[] => {
  const found: (Turn | undefined)[] = Array.from({ length: turns.length + 1 }, () => undefined)
  let inRun: Turn | undefined
  for (let index = turns.length - 1; index >= 0; index -= 1) {
    const turn = turns[index]!
    if (turn.role === 'assistant') inRun = undefined
    else if (turn.role === 'user') inRun ??= turn
    found[index] = inRun ?? found[index + 1]
  }
  return found
})

function isSystemText(message: Message, { format }: LintContext): boolean {
  return message.role === 'system' && message.blocks.length > 0 && !format.isDirective(message)
}

function checkSystem(message: Message, context: LintContext): void {
  const { format, report, rules, transcript } = context
  if (!isSystemText(message, context)) return
  const before = context.turnAt(message.turnIndex - 1)
  const after = context.turnAt(message.turnIndex + 1)
  const leads = before === undefined
  // Of a history that the server holds nobody here knows what stands before it, and its system field is what it was.
  const isBehind = rules.historyElsewhere === true
  const leadsAnswer = (): boolean =>
    (leads ? isBehind : before.role !== 'assistant' || lastBlockOf(before)?.shape.server === true) &&
    (after === undefined || after.role === 'assistant')
  const { systemMessages } = rules
  if (systemMessages.endsWith('before-assistant') && leadsAnswer()) return
  const isText = ({ kind, text }: Block): boolean => kind === 'text' && text !== undefined
  const texts = message.blocks.flatMap(({ kind, text }) => (kind === 'text' && text?.trim() ? [text] : []))
  const isPlain = message.blocks.every(isText)
  const rest = message.blocks.filter((block) => !isText(block)).flatMap((block) => asUsers(block, context))
  const at = { at: message, detail: { role: 'system', rule: systemMessages } }
  const home = nextAskingTurn(transcript, message.turnIndex)
  if (format.hasSystemField && leads && !isBehind && (isPlain || systemMessages === 'lift')) {
    report({
      ...at,
      loss: isPlain ? 'none' : 'synthesised',
      fix: (edit) => {
        if (rest.length === 0) edit.removeMessage(message)
        else edit.replaceMessage(message, edit.write.message('user', rest))
        if (texts.length > 0) edit.liftSystem(texts)
      },
    })
  } else if (systemMessages.endsWith('before-assistant') && home !== undefined) {
    report({ ...at, fix: (edit) => edit.moveMessage(message, home.messages.at(-1)!.index + 1) })
  } else {
    report({
      ...at,
      loss: 'synthesised',
      fix: (edit) => {
        const said = texts.map((text) => edit.write.text(`${marked('A system message')}:\n${text}`))
        if (said.length + rest.length === 0) edit.removeMessage(message)
        else edit.replaceMessage(message, edit.write.message('user', [...said, ...rest]))
      },
    })
  }
}

/** What else stands in a system message, as blocks that a user may say: nothing of it gets lost (I4). */
function asUsers(block: Block, { format }: LintContext): readonly unknown[] {
  if (block.kind === 'tool_result') return resultAsText(block, format, 'A tool result in a system message')
  if (block.kind === 'media' && block.shape.roles?.includes('user') !== false) return [block.raw]
  const text = block.kind === 'thinking' ? '' : fullText(block, format)
  return text === '' ? [] : [format.write.text(`${marked('A system message')}:\n${text}`)]
}
