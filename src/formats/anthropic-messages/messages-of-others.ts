import type { Format } from '../format.ts'
import { anthropicMessages } from './anthropic-messages.ts'
import { compatibleRules } from './dialects.ts'

/** The Messages API as Anthropic and other vendors serve it: Kimi, DeepSeek, GLM, MiniMax and more. */
export const messagesOfOthers: Format = { ...anthropicMessages, rules: compatibleRules }
