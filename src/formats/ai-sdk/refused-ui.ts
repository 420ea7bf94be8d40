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

/** A version that answers no call by itself: one that was denied ends in that state. */
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

/** What a person has said while the model was at work. */
function saidIn({ raw, shape }: Block): string | undefined {
  if (!ofSeven.has(shape.type)) return undefined
  const parts: unknown = isRecord(raw) ? raw['parts'] : undefined
  const texts = Array.isArray(parts) ? parts.map((part: unknown) => (isRecord(part) ? part['text'] : undefined)) : []
  return texts.filter((text) => typeof text === 'string').join('\n')
}

const ofFive = answeringNone('output-error', withoutLater)
const ofSix = answeringNone('output-denied')

/** Version 6 as nothing has refused it yet: what was answered in the last message it runs, or denies, itself. */
const toldSix: Format = {
  ...ofSix,
  canonical: (block, rules, transcript) =>
    (block.message === transcript?.messages.at(-1) ? uiMessages : ofSix).canonical!(block, rules, transcript),
  isSettledByClient: (call, transcript) =>
    call.message === transcript.messages.at(-1) && uiMessages.isSettledByClient!(call, transcript),
}

/** What an error says, and how UIMessages are read for the version that says it; the first that matches holds. */
const demands: readonly (readonly [said: RegExp, format: Format])[] = [
  // `validateUIMessages`, of a message without an id: the conversion does not ask for one.
  [/"path":\s*\[\s*\d+,\s*"id"/, identified],
  // Version 5, of a state that it does not know: of the whole union it names what comes nearest.
  [/\bmust start with \\*"tool-/, ofFive],
  // Versions 5 and 6, of a part that is none they know: the whole union is what is not fulfilled, and the conversion throws. Version 7
  // tells what it misses.
  [/"parts",\s*\d+\s*\],\s*"message":\s*"Invalid input"|\bUnsupported part: \[object Object\]/, ofFive],
  // Version 6: a call whose approval was passed over or refused goes out as an open one.
  [/\bTool results? (?:is|are) missing for tool calls?\b/, ofSix],
]

/** UIMessages as an error has told that they are demanded, or as the version that is told demands them. */
export function uiMessagesAfter(said: string, specification: unknown): Format {
  return demands.find(([words]) => words.test(said))?.[1] ?? (specification === 'v3' ? toldSix : uiMessages)
}
