import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { deniedAs, type SettledState } from './denied-call.ts'
import { uiIdOf } from './ui-id.ts'
import { meantUiFields } from './ui-meant-part.ts'
import { uiMessages } from './ui-messages.ts'
import { refusingLater } from './version-forms.ts'

const identified: Format = {
  ...uiMessages,
  meantFields: (message, ...context) =>
    isRecord(message.raw) && message.raw['id'] === undefined
      ? { id: uiIdOf(message.raw['parts']) }
      : meantUiFields(message, ...context),
}

/** UIMessages for a version whose client answers no call itself: a denied call must end in the given state. */
function answeringNone(denied: SettledState, format: Format = uiMessages): Format {
  return {
    ...format,
    canonical: (block, ...context) => format.canonical!(block, ...context) ?? deniedAs(denied, block),
    isSettledByClient: () => false,
  }
}

/** Parts that only version 7 has. */
const ofSeven: ReadonlySet<unknown> = new Set(['custom', 'reasoning-file', 'steering-message'])

const withoutLater: Format = {
  ...uiMessages,
  blockProblem: refusingLater(ofSeven, uiMessages),
  write: { ...uiMessages.write, plainText: (block) => saidIn(block) ?? uiMessages.write.plainText(block) },
}

/** What the user said while the model was at work. */
function saidIn({ raw, shape }: Block): string | undefined {
  if (!ofSeven.has(shape.type)) return undefined
  const parts: unknown = isRecord(raw) ? raw['parts'] : undefined
  const texts = Array.isArray(parts) ? parts.map((part: unknown) => (isRecord(part) ? part['text'] : undefined)) : []
  return texts.filter((text) => typeof text === 'string').join('\n')
}

const ofFive = answeringNone('output-error', withoutLater)
const ofSix = answeringNone('output-denied')

/** Version 6 before any error: calls whose approval was answered in the last message are run, or denied, by the client itself. */
const toldSix: Format = {
  ...ofSix,
  canonical: (block, rules, transcript) =>
    (block.message === transcript?.messages.at(-1) ? uiMessages : ofSix).canonical!(block, rules, transcript),
  isSettledByClient: (call, transcript) =>
    call.message === transcript.messages.at(-1) && uiMessages.isSettledByClient!(call, transcript),
}

/** Wordings of errors, and the format for the version that writes them; the first match holds. */
const demands: readonly (readonly [said: RegExp, format: Format])[] = [
  // `validateUIMessages`, for a message without an id; the conversion does not need one.
  [/"path":\s*\[\s*\d+,\s*"id"/, identified],
  // Version 5, for an unknown state: of the whole union it names the nearest alternative.
  [/\bmust start with \\*"tool-/, ofFive],
  // Versions 5 and 6, for a part of unknown type: no alternative of the union matches, and the conversion throws. Version 7 names what is
  // missing.
  [/"parts",\s*\d+\s*\],\s*"message":\s*"Invalid input"|\bUnsupported part: \[object Object\]/, ofFive],
  // Version 6: a call whose approval was passed over or refused is sent as an open call.
  [/\bTool results? (?:is|are) missing for tool calls?\b/, ofSix],
]

/** UIMessages for the version that an error reveals, or that `specification` names. */
export function uiMessagesAfter(said: string, specification: unknown): Format {
  return demands.find(([words]) => words.test(said))?.[1] ?? (specification === 'v3' ? toldSix : uiMessages)
}
