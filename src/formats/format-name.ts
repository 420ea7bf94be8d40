/** The wire formats and framework message types that can be read and repaired. */
export const formatNames = [
  'anthropic-messages',
  'openai-chat',
  'openai-responses',
  'gemini',
  'bedrock-converse',
  'ai-sdk',
  'langchain',
] as const

/** A format of lists of messages, as `format` of the options names it. */
export type FormatName = (typeof formatNames)[number]

/** Formats of frameworks: their client converts the list into the body that is sent. */
export const frameworkFormats: ReadonlySet<FormatName> = new Set<FormatName>(['ai-sdk', 'langchain'])
