import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { uiIdOf } from './ui-id.ts'
import { meantUiFields } from './ui-meant-part.ts'
import { uiMessages } from './ui-messages.ts'
import { refusingLater } from './version-forms.ts'

/** `validateUIMessages`, of a message without an id: the conversion does not ask for one. */
const wantsId = /"path":\s*\[\s*\d+,\s*"id"/

/**
 * Versions 5 and 6, of a part that is none they know: the whole union is what is not fulfilled, and the conversion throws. Version 7
 * tells what it misses.
 */
const wantsOlder = /"parts",\s*\d+\s*\],\s*"message":\s*"Invalid input"|\bUnsupported part: \[object Object\]/

const identified: Format = {
  ...uiMessages,
  meantFields: (message, ...context) =>
    isRecord(message.raw) && message.raw['id'] === undefined
      ? { id: uiIdOf(message.raw['parts']) }
      : meantUiFields(message, ...context),
}

/** Parts that only version 7 has. */
const ofSeven: ReadonlySet<unknown> = new Set(['custom', 'reasoning-file', 'steering-message'])

const older: Format = {
  ...uiMessages,
  blockProblem: refusingLater(ofSeven, uiMessages),
  isSettledByClient: () => false,
  write: { ...uiMessages.write, plainText: (block) => saidIn(block) ?? uiMessages.write.plainText(block) },
}

/** What a person has said while the model was at work. */
function saidIn({ raw, shape }: Block): string | undefined {
  if (!ofSeven.has(shape.type)) return undefined
  const parts: unknown = isRecord(raw) ? raw['parts'] : undefined
  const texts = Array.isArray(parts) ? parts.map((part: unknown) => (isRecord(part) ? part['text'] : undefined)) : []
  return texts.filter((text) => typeof text === 'string').join('\n')
}

/** UIMessages as an error has told that they are demanded. */
export function uiMessagesAfter(said: string): Format {
  if (wantsId.test(said)) return identified
  return wantsOlder.test(said) ? older : uiMessages
}
