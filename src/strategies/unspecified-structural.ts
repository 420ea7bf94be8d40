import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import { withoutThinking } from './extensions/lesson-of-item.ts'
import { reportAsText } from './shared/report-as-text.ts'
import type { Block, Transcript } from '../transcript/transcript.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { namesItsMaker } from '../formats/names-its-maker.ts'

export const unspecifiedStructuralMeta: FaultMeta = {
  title: 'messages that are refused without a reason',
  meaning: 'The provider says that the messages are invalid without saying how.',
  repair: 'Diagnose the transcript against the format; repair what is found; nothing found means not recoverable.',
  says: 'The messages parameter is illegal. Please check the documentation.',
  link: 'https://github.com/google-gemini/gemini-cli/issues/15568',
}

/**
 * The provider says that the messages are invalid without saying how.
 *
 * Repair: the transcript is diagnosed under the strictest rules that any provider is known to hold; nothing found means that
 * it cannot be repaired from here.
 */
export const unspecifiedStructural: Strategy<'unspecified_structural'> = defineStrategy({
  type: 'unspecified_structural',

  learn: () => ({
    rules: {
      alternation: 'required',
      prefill: false,
      blankText: 'refused',
      absentContent: 'beside-calls',
      emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'refused', unknown: 'refused' },
      callIdScope: 'transcript',
      signedThinkingMayBeEmpty: false,
      toolsDemanded: true,
    },
  }),

  visit: {},
})

/** What only the provider that made it reads: a server that speaks its format need not know any of it. */
const isOfProvider = ({ kind, shape }: Block): boolean =>
  kind === 'compaction' || kind === 'search_result' || (kind === 'tool_call' && shape.server)

const holdsOfProvider = ({ messages }: Transcript): boolean => messages.some(({ blocks }) => blocks.some(isOfProvider))

/** Thinking that only the model that thought it can open: behind a gateway, another may answer. It goes when nothing else is left to give up. */
const isSealed = ({ kind, signature }: Block): boolean => kind === 'thinking' && signature !== undefined

/** What only some servers check where calls have a list of their own. */
const plainest = {
  callList: 'strict',
  contentLists: 'refused',
  emptyLists: 'refused',
  reasoningForm: 'text',
  refusedNull: 'name',
  repeatedIds: 'refused',
  secondResults: 'refused',
} as const

/** The same where thinking may stand beside the content as well as in it, and what a provider has made in a history that goes to another. */
export const unspecifiedParts: Strategy<'unspecified_structural'> = /* @__PURE__ */ extendStrategy(
  unspecifiedStructural,
  {
    learn: (refusal) => {
      const { isLast, rules, text, transcript } = refusal
      const isThinkingMeant =
        isLast && rules.reasoningText !== 'required' && !namesItsMaker(text) && !holdsOfProvider(transcript)
      return {
        rules: {
          ...rules.inDoubt,
          ...unspecifiedStructural.learn!(refusal).rules,
          ...withoutThinking(rules),
          ...(rules.contentLists !== undefined && plainest),
        },
        suspects: (block) => isOfProvider(block) || (isThinkingMeant && isSealed(block)),
        together: (_, all) => all,
      }
    },

    visit: {
      suspect(block, context) {
        if (block.kind !== 'thinking') return reportAsText(block, context)
        context.report({
          at: block,
          detail: { type: block.shape.type },
          loss: 'synthesised',
          fix: (edit) => edit.giveUpThinking(block),
        })
      },
    },
  },
)
