import { isSpeech } from '../transcript/is-speech.ts'
import type { RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { isEqual } from '../json/is-equal.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message, Transcript, Turn } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

/** "Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final ..." */
const opensLoop = /expected \W{0,2}thinking|final \W{0,2}assistant\W{0,2} message must start/i

/** Whichever of two messages it names: neighbours of one role are joined before anybody looks. */
const mustOpen = /first block must be/i

export const thinkingBlockOrderMeta: FaultMeta = {
  title: 'thinking in the wrong place',
  meaning: 'A thinking block is not where the format demands it (must lead / must not be final).',
  repair:
    'Reordered where that is provably valid; else the thinking of that turn goes, or thinking is off for the retry.',
  mayLose: 'Thinking that cannot be moved without breaking its signature.',
  says: 'messages.3.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`.',
  link: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
  frequent: true,
}

/**
 * A thinking block is not where the format demands it (must lead / must not be final).
 *
 * Repair: thinking that nothing can be moved across (I11) is given up for that message; where the final turn must start with
 * thinking and has none, thinking is turned off for the request. A block is never invented.
 */
export const thinkingBlockOrder: Strategy<'thinking_block_order'> = defineStrategy({
  type: 'thinking_block_order',

  learn: ({ rules: { thinkingOff }, text }) =>
    opensLoop.test(text)
      ? {
          rules: { thinkingLeads: true, turnsJoined: true, thinkingDemanded: true },
          // Whichever message of the loop it names: what lacks its thinking cannot get it back.
          suspects: (block) => thinkingOff !== null && lacksThinking(block),
        }
      : {
          // Where thinking may not end nothing is said of where it begins.
          rules: /final block/i.test(text)
            ? {}
            : { thinkingLeads: true, ...(mustOpen.test(text) && { turnsJoined: true }) },
          suspects: ({ kind }) => kind === 'thinking',
        },

  visit: {
    message(message, { report, rules }) {
      if (!rules.thinkingLeads || rules.turnsJoined || message.role !== 'assistant') return
      checkOpener(message.blocks, report)
    },

    turn({ messages, role }, { report, rules }) {
      if (rules.thinkingLeads && rules.turnsJoined && role === 'assistant') checkOpener(blocksOf(messages), report)
    },

    end(context) {
      checkEnd(context)
      const { report, request, rules, transcript } = context
      const { thinkingDemanded, thinkingOff } = rules
      if (!thinkingDemanded || !thinkingOff || holds(request, thinkingOff)) return
      const opener = runningLoop(transcript)
        ?.messages.flatMap(({ blocks }) => blocks)
        .find((block) => isSpoken(block) && !(isThinking(block) && isLeftOut(block, rules)))
      // A block that nobody can read is taken out first.
      if (!opener || !lacksThinking(opener)) return
      report({
        at: opener,
        detail: { reason: 'final turn must start with thinking' },
        loss: 'synthesised',
        fix: (edit) => edit.setRequest(thinkingOff),
      })
    },

    suspect(block, { report, request, rules: { thinkingOff } }) {
      if (!lacksThinking(block)) report({ at: block, loss: 'synthesised', fix: (edit) => edit.remove(block) })
      else if (thinkingOff && !holds(request, thinkingOff))
        report({ at: block, loss: 'synthesised', fix: (edit) => edit.setRequest(thinkingOff) })
    },
  },
})

/** A prefill ends in what the model has said: where none is allowed, another message will stand behind it. */
function checkEnd({ purpose, report, rules, transcript }: LintContext): void {
  const last = transcript.messages.at(-1)
  if (!rules.thinkingAtEnd || !rules.prefill || purpose !== 'request' || last?.role !== 'assistant') return
  const spoken = last.blocks.findLastIndex((block) => !isThinking(block))
  for (const block of last.blocks.slice(spoken + 1))
    report({ at: block, detail: { reason: 'may not end' }, loss: 'synthesised', fix: (edit) => edit.remove(block) })
}

/** What goes out as one message starts with its thinking, or holds none. */
function checkOpener(blocks: readonly Block[], report: LintContext['report']): void {
  const thinking = blocks.filter(isThinking)
  const [at] = thinking
  const opener = blocks.find(isSpoken)
  // What nobody can read is taken out first: thinking may lead without it.
  if (!at || !opener || isThinking(opener) || opener.kind === 'unknown') return
  report({
    at,
    detail: { reason: 'must lead' },
    loss: 'synthesised',
    fix: (edit) => {
      for (const block of thinking) edit.remove(block)
    },
  })
}

/** The same where a message may hold several steps of the model. */
export const stepsInMessages: Strategy<'thinking_block_order'> = /* @__PURE__ */ extendStrategy(thinkingBlockOrder, {
  visit: {
    message(message, { report, rules }) {
      if (!rules.thinkingLeads || rules.turnsJoined || message.role !== 'assistant') return
      for (const blocks of sentAlone(message.blocks)) checkOpener(blocks, report)
    },

    turn({ messages, role }, { report, rules }) {
      if (!rules.thinkingLeads || !rules.turnsJoined || role !== 'assistant') return
      for (const blocks of sentAlone(blocksOf(messages))) checkOpener(blocks, report)
    },
  },
})

function blocksOf(messages: readonly Message[]): readonly Block[] {
  return messages.flatMap(({ blocks }) => blocks)
}

/** Where a message holds several steps of the model, the results of one are sent before the next. */
function sentAlone(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const parts: Block[][] = [[]]
  let hasCalled = false
  for (const block of blocks) {
    const { kind, shape } = block
    if (shape.opens === 'turn' || (shape.opens === 'step' && hasCalled)) {
      parts.push([])
      hasCalled = false
    }
    parts.at(-1)!.push(block)
    if (kind === 'tool_call' && !shape.server) hasCalled = true
  }
  return parts
}

/** An error has told that thinking is on; in the repaired request it no longer is. */
function holds(request: RequestBody, fields: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).every(([field, value]) => isEqual(request[field], value))
}

function isThinking({ kind }: Block): boolean {
  return kind === 'thinking'
}

/** It stays where it is, and the request goes out without it. */
function isLeftOut({ signature }: Block, { unsignedThinking }: Rules): boolean {
  return unsignedThinking === 'dropped' && signature === undefined
}

function lacksThinking({ kind }: Block): boolean {
  return kind === 'text' || kind === 'tool_call'
}

/** What the model said itself: the provider puts its summary and its notes in front of that. */
function isSpoken({ kind, shape }: Block): boolean {
  return kind !== 'compaction' && (kind !== 'other' || shape.spoken === true)
}

/** The first assistant turn of the tool loop that still runs: the one after the last turn in which a person spoke. */
function runningLoop({ turns }: Transcript): Turn | undefined {
  const asked = turns.findLastIndex(
    (turn) => turn.role === 'user' && turn.messages.some(({ blocks }) => blocks.some(isSpeech)),
  )
  return turns.find((turn) => turn.index > asked && turn.role === 'assistant')
}
