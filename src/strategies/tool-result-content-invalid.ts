import type { Format } from '../formats/format.ts'
import { isBlankPart } from '../formats/result-parts.ts'
import type { Rules } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import { quoted } from '../json/quoted.ts'
import { payloadsIn } from '../transcript/payloads-in.ts'
import { sayingsIn } from '../transcript/sayings-in.ts'
import type { Draft } from '../lint/draft.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { resultAsText } from './shared/result-as-text.ts'
import { speaksOfResults } from './shared/speaks-of-results.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'

/** How a provider names the tool whose result it cannot read. */
const unreadable = /(\w+) tool result content could not be processed/i

export const toolResultContentInvalidMeta: FaultMeta = {
  title: 'a tool result with illegal content',
  meaning: 'The content of a result has an illegal shape for the format.',
  repair: 'Wrap or convert without losing the text.',
  says: 'messages.4.content.0.tool_result.content: Input should be a valid list',
  link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html',
}

/**
 * The content of a result has an illegal shape for the format.
 *
 * Repair: it is wrapped or converted without losing its text. The result of a tool that the provider ran, and cannot read any
 * more, becomes an error, its readable part text behind it.
 */
export const toolResultContentInvalid: Strategy<'tool_result_content_invalid'> = defineStrategy({
  type: 'tool_result_content_invalid',

  learn: ({ blockIndex, messageIndex, text }) => {
    const tool = unreadable.exec(text)?.[1]
    return {
      suspects: ({ index, kind, message, shape }) =>
        kind === 'tool_result' &&
        shape.server &&
        (tool === undefined
          ? index === blockIndex && message.index === messageIndex
          : shape.type.startsWith(tool.toLowerCase())),
    }
  },

  visit: {
    tool_result: (result, context) =>
      checkContent(result, context, context.format.resultProblem(result, context.rules)),

    suspect(result, { format, report }) {
      const failed = format.write.withResultContent(result, '', result)
      report({
        at: result,
        detail: { reason: 'unreadable' },
        loss: 'synthesised',
        fix: (edit) => edit.replace(result, failed, ...allSaid(result, format)),
      })
    },
  },
})

/** Wraps or converts a content of the wrong form; `elsewhere` puts what the converted result does not say. */
function checkContent(
  result: Block,
  { format, pairing, report, rules }: LintContext,
  problem: string | null,
  elsewhere?: (edit: Draft) => void,
  isMoved?: boolean,
): void {
  const owner = pairing.owned.get(result)
  // What the provider's own tool gave back without a call is not mended: it goes as the text that it says.
  if (problem === null || (result.shape.server && owner === undefined)) return
  report({
    at: result,
    detail: { callId: result.callId ?? '', reason: problem },
    loss: isMoved || saysNothing(result.payload, rules) || result.shape.server ? 'synthesised' : 'none',
    fix: (edit) => {
      const text = readable(result)
      const converted = format.write.withResultContent(result, text, owner ?? result)
      const isSaid = isWordless(result.payload) || says(converted, text, result.payload)
      edit.replace(result, converted, ...(result.shape.server && !isSaid ? allSaid(result, format) : []))
      const { message } = result
      for (const shown of format.write.behindResult?.(result) ?? []) edit.insert(message, message.blocks.length, shown)
      if (!isSaid) elsewhere?.(edit)
    },
  })
}

/** A type of part that such a content may not hold: `Input tag 'image_url' found using 'type' does not match any of the expected tags`. */
const partRefused = /\btag\W{1,3}(?:image|file|input_audio|video)/i

/** Of Claude behind a model id that does not tell it: "all content must be type `text` if `is_error` is true". */
const errorsTold = /\bmust be type\W{1,4}text\W{1,4}if\W{1,4}is_error\b/i

/** Of a result that it holds nothing but text: Gemini 2.x says so of its parts (github.com/google-gemini/gemini-cli/issues/19436). */
const mediaRefused =
  /\bmulti-?modal|\bmedia\b|\bimages?\b|\bparts\W{1,3}(?:is|are) not supported|\bonly\b.{0,30}\btexts?\b/i

/**
 * The reference of `FunctionResponse` calls its response required. A result of the Messages API need not say anything, but some gateway
 * demands it: "tool_result.content: Field required" (github.com/stdapi-ai/stdapi.ai/issues/226).
 */
const ofResponse = /\b(?:function_?response\.response|tool_result(?:\.content)?)$/i
const demands =
  /\b(?:required|missing|must be (?:set|present|specified|provided|given)|(?:can)?not be (?:empty|null|unset)|at least (?:1|one)|non-?empty)\b/i

/** The same where a result may hold media at one provider, and nothing but text at another, need not say anything, or answers one kind of call. */
export const resultMediaRefused: Strategy<'tool_result_content_invalid'> = /* @__PURE__ */ extendStrategy(
  toolResultContentInvalid,
  {
    learn: (refusal) => {
      const { path = '', rules, text } = refusal
      if (rules.contentLists !== undefined && partRefused.test(text))
        return { rules: { resultMediaKinds: new Set<string>() } }
      if (errorsTold.test(text)) return { rules: { errorMedia: 'refused' } }
      if (rules.resultMediaKinds === undefined && speaksOfResults(text) && mediaRefused.test(text))
        return { rules: { resultMediaKinds: new Set<string>() } }
      if (ofResponse.test(path) && demands.test(text) && !text.includes('is_error'))
        return { rules: { responseDemanded: true } }
      return toolResultContentInvalid.learn!(refusal)
    },

    visit: {
      tool_result(result, context) {
        const { format, pairing, rules } = context
        const owner = pairing.owned.get(result)
        const isForeign = owner !== undefined && result.shape.answers?.has(owner.shape.type) === false
        const problem = isForeign ? 'the output of another kind of call' : format.resultProblem(result, rules)
        // Some outputs have no room for a text (I4).
        const elsewhere = (edit: Draft): void => {
          const said = result.field === '' ? resultAsText(result, format, 'What the tool said') : []
          if (said.length > 0) edit.insertMessage(result.message.index + 1, 'user', said)
        }
        checkContent(result, context, problem, elsewhere, format.movesInResult?.(result))
      },
    },
  },
)

/** The content as plain text: what has no text is kept as JSON. */
function readable(result: Block): string {
  const payload = result.payload
  if (typeof payload === 'string') return payload
  if (isWordless(payload)) return marked(syntheticText.noOutput)
  if (isRecord(payload) && typeof payload['text'] === 'string') return payload['text']
  return payload === undefined || payload === null ? '' : JSON.stringify(payload)
}

/** What can be read of a result of the provider's own tool, as texts behind it. */
function allSaid(result: Block, { write }: Format): readonly unknown[] {
  const text = write.plainText(result)
  const sayings = sayingsIn(result.payload).filter((saying) => !text.includes(saying))
  return [text, ...sayings].filter((said) => said.trim() !== '').map((said) => write.text(said, result.message.role))
}

/** No part of it says anything: a placeholder takes its place. */
function saysNothing(payload: unknown, { blankInResults, responseDemanded }: Rules): boolean {
  if (payload === undefined || payload === '' || (responseDemanded === true && payload === null)) return true
  if (blankInResults === true && typeof payload === 'string' && payload.trim() === '') return true
  return isWordless(payload)
}

function isWordless(payload: unknown): boolean {
  return Array.isArray(payload) && payload.every(isBlankPart)
}

/** Whether a converted result holds the text, or each saying and medium of the parts that it came from. */
function says(raw: unknown, text: string, payload: unknown): boolean {
  const held = JSON.stringify(raw)
  // What has become JSON is quoted once more.
  const isHeld = (saying: string): boolean => held.includes(quoted(saying)) || held.includes(quoted(quoted(saying)))
  const sayings = typeof payload === 'object' ? [...sayingsIn(payload), ...payloadsIn(payload)] : []
  return sayings.length === 0 ? isHeld(text) : sayings.every(isHeld)
}
