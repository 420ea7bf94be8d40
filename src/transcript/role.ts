/** Who speaks in a turn, in the words of no provider. `tool` is a role of its own only where the format gives results their own messages. */
export type Role = 'user' | 'assistant' | 'tool' | 'system' | 'unknown'
