import { shortHash } from '../../json/short-hash.ts'
import { withField } from '../../json/with-field.ts'
import type { Rules } from '../rules.ts'
import type { Message } from '../../transcript/transcript.ts'

/**
 * An item without nulls, for servers that check the type of each field: xAI refuses `content: null`
 * (github.com/Wei-Shaw/sub2api/issues/4237).
 */
export function withoutNulls(raw: Record<string, unknown>): Record<string, unknown> {
  if (!Object.values(raw).includes(null)) return raw
  return Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null))
}

/** The item without the null that an error has named. */
export function withoutNull(raw: Record<string, unknown>, rules: Rules | undefined): Record<string, unknown> {
  const field = rules?.refusedNull
  return field === undefined || raw[field] !== null ? raw : (withField(raw, field, undefined) as typeof raw)
}

/** The id and status that OpenRouter demands of the model's messages. */
export function saidFields({ index, role }: Message, raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const nulls = Object.keys(raw).filter((field) => raw[field] === null && field !== 'content')
  return {
    ...Object.fromEntries(nulls.map((field) => [field, undefined])),
    ...(role === 'assistant' && {
      ...(typeof raw['id'] !== 'string' && { id: `msg_${shortHash(`${index}|${JSON.stringify(raw['content'])}`)}` }),
      ...(typeof raw['status'] !== 'string' && { status: 'completed' }),
    }),
  }
}
