import type { AgentInputItem } from '@openai/agents'

export const ask: AgentInputItem = { role: 'user', content: 'Look.' }

export const call = (callId: string): AgentInputItem => ({
  type: 'function_call',
  callId,
  name: 'look',
  arguments: '{}',
  status: 'completed',
})

export const result = (callId: string): AgentInputItem => ({
  type: 'function_call_result',
  callId,
  name: 'look',
  status: 'completed',
  output: { type: 'text', text: `Seen by ${callId}.` },
})

export const says = (...content: readonly object[]): AgentInputItem =>
  ({ role: 'assistant', status: 'completed', content }) as AgentInputItem

export const words: AgentInputItem = says({ type: 'output_text', text: 'Let me see.' })

/** A healthy round: asked, called, answered, said. */
export const round = (callId: string): AgentInputItem[] => [ask, call(callId), result(callId), words]
