/** What the judge knows about a model. Sources: the recorded wordings, and the model cards of Bedrock. */
export type ConverseModel = {
  family: 'claude' | 'nova' | 'llama' | 'mistral' | 'other'
  reasons: boolean
  /** The list may end with an assistant message. */
  prefill: boolean
  /** Results may share their turn with other blocks. */
  mixedTurns: boolean
  /** Calls may share their turn with text. */
  mixedCalls: boolean
  maxImages: number
  /** It accepts cache points; `no-tools`: except among the tools. */
  caches: boolean | 'no-tools'
  /** It supports tools at all. */
  tools: boolean
  /** It reads images in results. */
  resultImages: boolean
}

/** The id of an inference profile does not reveal the model behind it; this one is Claude. */
export const hiddenClaude: string = 'arn:aws:bedrock:eu-west-1:123456789012:application-inference-profile/a1b2c3d4e5f6'

const other: ConverseModel = {
  family: 'other',
  reasons: true,
  prefill: true,
  mixedTurns: true,
  mixedCalls: true,
  maxImages: 20,
  caches: true,
  tools: true,
  resultImages: false,
}
const claude: ConverseModel = { ...other, family: 'claude', maxImages: 600, resultImages: true }
const llama: ConverseModel = {
  ...other,
  family: 'llama',
  reasons: false,
  prefill: false,
  mixedTurns: false,
  caches: false,
}

const rows: readonly (readonly [id: string, model: ConverseModel])[] = [
  [hiddenClaude, claude],
  ['claude-3-haiku', { ...claude, reasons: false, caches: false }],
  ['claude-3-7-sonnet', claude],
  ['claude-sonnet-4-5', claude],
  ['claude-opus-4-6', { ...claude, prefill: false }],
  ['claude-opus-5', { ...claude, prefill: false }],
  ['nova-pro', { ...other, family: 'nova', reasons: false, caches: 'no-tools', resultImages: true }],
  ['deepseek.r1', { ...other, reasons: false, caches: false, tools: false }],
  ['llama', llama],
  ['mistral', { ...llama, family: 'mistral', mixedCalls: false }],
]

export const converseModel = (modelId: string): ConverseModel => rows.find(([id]) => modelId.includes(id))?.[1] ?? other

/** Models with different rules: a conversation is for one of them. */
export const converseModels: readonly string[] = [
  'anthropic.claude-3-haiku-20240307-v1:0',
  'us.anthropic.claude-3-7-sonnet-20250219-v1:0',
  'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  'global.anthropic.claude-opus-4-6-v1',
  'anthropic.claude-opus-5-v1:0',
  'amazon.nova-pro-v1:0',
  'us.meta.llama3-3-70b-instruct-v1:0',
  'mistral.mistral-large-2407-v1:0',
  'openai.gpt-oss-120b-1:0',
  'us.deepseek.r1-v1:0',
]

/** A signature in the form of Claude's on Bedrock; `salt` distinguishes several. */
export const mintReasoningSignature = (salt: string): string =>
  Buffer.from(`claude on bedrock:${salt}`).toString('base64')

export const isGenuineSignature = (signature: string): boolean =>
  Buffer.from(signature, 'base64').toString('utf8').startsWith('claude on bedrock:')
