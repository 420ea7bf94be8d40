interface Conversation {
  readonly model: string
  readonly max_tokens: number
  readonly tools: readonly object[]
  readonly messages: { role: string; content: unknown }[]
}

const words = 'Look at the parser, run the tests, and note what fails before you change anything. '

/** A healthy agent session of about 1.1 kB a message: questions, thinking, tool calls with their outputs, answers. */
export function longConversation(count: number): Conversation {
  const messages: Conversation['messages'] = []
  for (let step = 0; messages.length < count; step += 1) {
    const id = `toolu_${String(step).padStart(24, '0')}`
    messages.push(
      { role: 'user', content: prose(step, 900) },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: prose(step, 500), signature: 's'.repeat(300) },
          { type: 'text', text: prose(step, 200) },
          { type: 'tool_use', id, name: 'read_file', input: { path: `src/file-${step}.ts`, limit: 200 } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: prose(step, 1500) }] },
      { role: 'assistant', content: [{ type: 'text', text: prose(step, 700) }] },
    )
  }
  messages.push({ role: 'user', content: 'Go on.' })
  const tools = [{ name: 'read_file', input_schema: { type: 'object' } }]
  return { model: 'claude-opus-5', max_tokens: 1024, tools, messages }
}

function prose(step: number, length: number): string {
  return `Step ${step}. ${words.repeat(Math.ceil(length / words.length))}`.slice(0, length)
}
