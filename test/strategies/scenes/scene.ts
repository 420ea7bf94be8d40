import type { RecoveryErrorType, RepairOptions } from '../../../src/index.ts'

/** One conversation, and with what it is repaired. */
export interface Scene {
  readonly list: readonly unknown[]
  readonly options: RepairOptions
}

/** By fault type, then by what is wrong, or looks like it and is not. */
export type Scenes = Partial<Readonly<Record<RecoveryErrorType, Readonly<Record<string, Scene>>>>>

type Speak = (list: readonly unknown[], more?: Partial<RepairOptions>) => Scene

const speak =
  (format: RepairOptions['format'], model: string): Speak =>
  (list, more = {}) => ({ list, options: { format, ...more, request: { model, ...more.request } } })

export const claude: Speak = speak('anthropic-messages', 'claude-sonnet-4-5')
export const chat: Speak = speak('openai-chat', 'gpt-5')
export const responses: Speak = speak('openai-responses', 'gpt-5')
export const gemini: Speak = speak('gemini', 'gemini-2.5-pro')
export const aiSdk: Speak = speak('ai-sdk', 'gpt-5')
export const langchain: Speak = speak('langchain', 'gpt-5')
export const converse: Speak = speak('bedrock-converse', 'anthropic.claude-sonnet-4-5-20250929-v1:0')

/** An error as providers send it: what only they can see. */
export const refused = (message: string): Error => Object.assign(new Error(`400 ${message}`), { status: 400 })
