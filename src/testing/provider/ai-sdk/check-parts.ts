import { isRecord, type JsonRecord } from '../shared/records.ts'

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === 'string'
const isUrl: Check = (value) => value instanceof URL
const bytes: Check = (value) => value instanceof Uint8Array || value instanceof ArrayBuffer
const inline: Check = (value) => text(value) || bytes(value)
const reference: Check = (value) => isRecord(value) && Object.values(value).every(text)

function tagged(value: unknown): boolean {
  if (!isRecord(value)) return false
  if (value['type'] === 'data') return inline(value['data'])
  if (value['type'] === 'url') return isUrl(value['url'])
  if (value['type'] === 'reference') return reference(value['reference'])
  return value['type'] === 'text' && text(value['text'])
}

const fileData: Check = (value) =>
  inline(value) || isUrl(value) || tagged(value) || (reference(value) && !bytes(value) && !isTag(value))
const isTag = (value: unknown): boolean =>
  isRecord(value) && ['data', 'url', 'reference', 'text'].includes(String(value['type']))

const outputs: Readonly<Record<string, Check>> = {
  text,
  json: (value) => value !== undefined,
  'execution-denied': () => true,
  'error-text': text,
  'error-json': (value) => value !== undefined,
  content: (value) => Array.isArray(value) && value.every((item) => isRecord(item) && text(item['type'])),
}

const output: Check = (value) => isRecord(value) && (outputs[String(value['type'])]?.(value['value']) ?? false)

/** A tool's input: an object, or the text for a tool that takes text. The cut JSON of an object is neither. */
const input: Check = (value) =>
  isRecord(value) || (text(value) && value !== '' && !String(value).trimStart().startsWith('{'))

const filled: Check = (value) => text(value) && value !== ''

/** The parts of ModelMessages by role: which fields must hold what (`modelMessageSchema` of ai 7.0, and what providers add). */
const parts: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Check>>>>>> = {
  user: {
    text: { text },
    image: { image: fileData },
    file: { data: fileData, mediaType: text },
  },
  assistant: {
    text: { text },
    file: { data: fileData, mediaType: text },
    reasoning: { text },
    'reasoning-file': { data: fileData, mediaType: text },
    custom: { kind: text },
    'tool-call': { toolCallId: filled, toolName: filled, input },
    'tool-result': { toolCallId: filled, toolName: filled, output },
    'tool-approval-request': { approvalId: text, toolCallId: text },
  },
  tool: {
    'tool-result': { toolCallId: filled, toolName: filled, output },
    'tool-approval-response': { approvalId: text, approved: (value) => typeof value === 'boolean' },
  },
}

/** What is wrong with a part in a message of that role; null when nothing is. */
export function partProblem(part: unknown, role: string): string | null {
  if (!isRecord(part)) return 'a part is no object'
  const fields = parts[role]?.[String(part['type'])]
  if (fields === undefined) return `${role} messages hold no part of type ${String(part['type'])}`
  const bad = Object.entries(fields).find(([field, check]) => !check((part as JsonRecord)[field]))
  return bad === undefined ? null : `${String(part['type'])}.${bad[0]} is invalid`
}
