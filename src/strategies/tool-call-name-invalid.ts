import type { TokenRule } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'
import { callsOfChat } from './shared/calls-of-chat.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { Draft } from '../lint/draft.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { legalToken } from './shared/fresh-call-id.ts'
import { narrowTokenRule } from './shared/narrow-token-rule.ts'
import { serverCallAsText } from './shared/server-call-as-text.ts'

/** The name of a call whose name says nothing. */
const unnamed = 'unknown_tool'

const anyName: TokenRule = { pattern: /^[^]+$/, maxLength: Infinity, replacement: '_' }

/** "Must start with a letter or an underscore. Must be a-z, A-Z, 0-9, or contain underscores, dots and dashes". */
const letterFirst = /^[a-zA-Z_][a-zA-Z0-9_.-]*$/

/** Right in a message of a list: who speaks, or which tool. */
const nameOfMessage = /^messages\.\d+\.name$/
/** "Expected a string that matches the pattern '^[^\s<|\\/>]+$'": no more than these is refused. */
const quotesFew = /\[\^\\+s<\|/
const allButFew = /^[^\s<|\\/>]+$/

export const toolCallNameInvalidMeta: FaultMeta = {
  title: 'an illegal tool name',
  meaning: 'A tool name, or that of a speaker, is empty, too long or has illegal characters.',
  repair: 'Sanitise; keep the original in the edit record.',
  mayLose: 'The illegal characters of the name; that of a speaker goes where nothing legal is left of it.',
  says: "Invalid 'messages[4].tool_calls[0].function.name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
  link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html',
}

/**
 * A tool name, or that of a speaker, is empty, too long or has illegal characters.
 *
 * Repair: illegal characters are replaced; the edit record keeps the original. A call that the provider was to run keeps the
 * name that its result proves; of a tool that the provider does not run the call stays as text, and so does its result.
 */
export const toolCallNameInvalid: Strategy<'tool_call_name_invalid'> = defineStrategy({
  type: 'tool_call_name_invalid',

  learn: ({ limit, rules, text }) => ({ rules: { toolNames: narrowTokenRule(rules.toolNames, limit, text) } }),

  visit: {
    tool_call(call, context) {
      if (call.shape.server) checkServerTool(call, context)
      else checkName(call, call.name ?? '', context)
    },
  },
})

/** The name as it is known, if it is legal; `also` writes the legal one wherever else it stands. */
function checkName(
  call: Block,
  known: string,
  { format, report, rules: { toolNames } }: LintContext,
  also?: (edit: Draft, name: string) => void,
): void {
  if (call.name !== undefined && isLegalName(call.name, toolNames)) return
  const name = legalName(known, toolNames)
  report({
    at: call,
    detail: { name: call.name ?? '' },
    loss: known === '' ? 'synthesised' : 'none',
    fix: (edit) => {
      edit.replace(call, format.write.withName(call, name))
      also?.(edit, name)
    },
  })
}

/** The same where results and speakers have names, too. */
export const nameInvalid: Strategy<'tool_call_name_invalid'> = /* @__PURE__ */ extendStrategy(toolCallNameInvalid, {
  learn: ({ limit, path, rules, text }) => {
    const narrow = narrowTokenRule(rules.toolNames, limit, text)
    const isOfLetters = /start with a letter or (?:an )?underscore/i.test(text)
    return {
      rules: {
        toolNames: isOfLetters ? { ...narrow, pattern: letterFirst } : narrow,
        ...callsOfChat(rules, text),
        ...(path !== undefined && nameOfMessage.test(path) && { messageNames: namesTold(limit, text) }),
      },
    }
  },

  visit: {
    message(message, { report, rules: { messageNames: rule } }) {
      const { raw, role } = message
      const name = rule !== undefined && role !== 'tool' && isRecord(raw) ? raw['name'] : undefined
      if (typeof name !== 'string' || isLegalName(name, rule!)) return
      const clean = [...name].map((char) => (rule!.pattern.test(char) ? char : rule!.replacement)).join('')
      const isNamed = /[^_]/.test(clean)
      report({
        at: message,
        // Who it is stays out of logs (I12).
        detail: { field: 'name' },
        loss: isNamed ? 'none' : 'synthesised',
        fix: (edit) => edit.setField(message, 'name', isNamed ? clean.slice(0, rule!.maxLength) : undefined),
      })
    },

    tool_call(call, context) {
      if (call.shape.server) return checkServerTool(call, context)
      const result = context.pairing.resultOf.get(call)
      checkName(call, call.name || result?.name || '', context, (edit, name) => {
        if (result?.name !== undefined && result.raw !== call.raw)
          edit.replace(result, context.format.write.withName(result, name))
      })
    },

    tool_result(result, { format, pairing, report, rules }) {
      const call = pairing.owned.get(result)
      if (result.name === undefined || !call?.name || result.name === call.name) return
      const isCompared = result.shape.server
        ? format.serverToolName?.(call, result) === call.name
        : rules.resultsCounted === 'compared' || !isLegalName(result.name, rules.toolNames)
      if (result.name !== '' && !isCompared) return
      report({
        at: result,
        detail: { name: result.name },
        fix: (edit) => edit.replace(result, format.write.withName(result, call.name!)),
      })
    },
  },
})

function namesTold(limit: number | undefined, text: string): TokenRule {
  if (/\bempty\b/i.test(text)) return anyName
  return quotesFew.test(text) ? { ...anyName, pattern: allButFew } : narrowTokenRule(anyName, limit, text)
}

function isLegalName(name: string, { maxLength, pattern }: TokenRule): boolean {
  return name.length <= maxLength && pattern.test(name)
}

/** Some providers want a letter or an underscore first, which cleaning alone does not give. */
function legalName(given: string, rule: TokenRule): string {
  const clean = legalToken(given, rule)
  if (clean === '') return unnamed
  return rule.pattern.test(clean) ? clean : `_${clean}`.slice(0, rule.maxLength)
}

function checkServerTool(call: Block, { format, pairing, report }: LintContext): void {
  const result = pairing.resultOf.get(call)
  const name = format.serverToolName?.(call, result)
  if (name === undefined || name === call.name) return
  report({
    at: call,
    detail: { name: call.name ?? '' },
    loss: name === null ? 'synthesised' : 'none',
    fix: (edit) => {
      if (name === null) serverCallAsText(edit, call, result, format)
      else edit.replace(call, format.write.withName(call, name))
    },
  })
}
