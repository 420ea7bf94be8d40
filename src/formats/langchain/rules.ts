import { frameworkRules } from '../framework-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules } from '../rules.ts'
import { knownKinds } from './read-langchain-message.ts'

/**
 * What every chat model behind LangChain demands: each call answered by tool messages right behind its message
 * (INVALID_TOOL_RESULTS; LangGraph's INVALID_CHAT_HISTORY is laxer), content, known types. The providers demand more, and
 * say so in their errors.
 */
export const langchainRules: Rules = ownRules({
  ...frameworkRules,
  roleNames: knownKinds,
  results: 'own-messages',
  toolInput: 'object',
  absentContent: 'beside-calls',
})
