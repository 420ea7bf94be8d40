import {
  AIMessage,
  type BaseMessage,
  ChatMessage,
  HumanMessage,
  RemoveMessage,
  SystemMessage,
  ToolMessage,
} from '@langchain/core/messages'
import type { JsonRecord } from '../../../src/testing/provider/shared/records.ts'

const classNames: Readonly<Record<string, string>> = {
  human: 'HumanMessage',
  ai: 'AIMessage',
  system: 'SystemMessage',
  tool: 'ToolMessage',
}
const roles: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant' }

/** An instance of the class; fields that a constructor would mend are set again afterwards, as a broken store would. */
function instance({ type, ...fields }: JsonRecord): BaseMessage {
  // Of calls that are null no instance is made; it may come to hold them afterwards.
  const copy = { ...fields, ...(fields['tool_calls'] === null && { tool_calls: [] }) } as never
  const made =
    type === 'human'
      ? new HumanMessage(copy)
      : type === 'ai'
        ? new AIMessage(copy)
        : type === 'system'
          ? new SystemMessage(copy)
          : type === 'tool'
            ? new ToolMessage(copy)
            : type === 'remove'
              ? new RemoveMessage({ id: 'm1' })
              : new ChatMessage(fields['content'] as string, String(type))
  for (const [field, value] of Object.entries(fields)) Object.assign(made, { [field]: value })
  return made
}

/** The forms in which LangChain accepts a message, made of a plain one. */
export const forms: Readonly<Record<string, (message: JsonRecord) => unknown>> = {
  instance,
  plain: (message) => message,
  'with a role': ({ type, ...fields }) => ({ role: roles[String(type)] ?? type, ...fields }),
  serialised: ({ type, ...kwargs }) => {
    const name = classNames[String(type)] ?? (type === 'remove' ? 'RemoveMessage' : 'BotMessage')
    return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', name], kwargs }
  },
  stored: ({ type, ...data }) => ({ type, data }),
}
