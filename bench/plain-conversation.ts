import type { FormatName } from '../src/formats/format-name.ts'

/** A healthy session of an agent in one format. */
export interface PlainConversation {
  readonly messages: readonly object[]
  readonly request: Readonly<Record<string, unknown>>
}

interface PlainOptions {
  /** One prompt, then only calls and results. */
  readonly loop?: boolean
  /** Begins every id, so that two conversations may be joined. */
  readonly tag?: string
  /** Of the AI SDK: whose package keeps an item of each part. */
  readonly provider?: 'openai.responses' | undefined
  /** Over that provider: as a chat stores it. */
  readonly ui?: boolean | undefined
}

/** What is said in one step of a session. */
interface Step {
  readonly id: string
  readonly question: string
  readonly thought: string
  /** What seals the thought: another one for each. */
  readonly signature: string
  readonly remark: string
  readonly path: string
  readonly output: string
  readonly answer: string
}

interface Writer {
  readonly request: Readonly<Record<string, unknown>>
  ask(step: Step): object
  /** The call with what is said and thought before it, and its result. */
  act(step: Step): object[]
  say(step: Step): object
}

const words = 'Look at the parser, run the tests, and note what fails before you change anything. '
const seal = 'c2lnbmF0dXJl'.repeat(24)
const name = 'read_file'
const inputOf = ({ path }: Step): object => ({ path, limit: 200 })

/** Messages of about 1.1 kB: questions, thinking, tool calls with their outputs, answers. Ends with a question, or a result in a loop. */
export function plainConversation(
  format: FormatName,
  count: number,
  { loop = false, provider, tag = 'a', ui = false }: PlainOptions = {},
): PlainConversation {
  const { act, ask, request, say } = provider === undefined ? writers[format] : ui ? chatOverResponses : overResponses
  const messages: object[] = []
  for (let index = 0; messages.length < count; index += 1) {
    const step = stepAt(index, tag)
    if (index === 0 || !loop) messages.push(ask(step))
    messages.push(...act(step))
    if (!loop) messages.push(say(step))
  }
  if (!loop) messages.push(ask(stepAt(messages.length, tag)))
  return { messages, request }
}

function stepAt(index: number, tag: string): Step {
  const id = `${tag}${String(index).padStart(7, '0')}A`
  const prose = (length: number): string =>
    `Step ${index}. ${words.repeat(Math.ceil(length / words.length))}`.slice(0, length)
  return {
    id,
    question: prose(900),
    thought: prose(500),
    signature: `${id}000${seal}`,
    remark: prose(200),
    path: `src/file-${index}.ts`,
    output: prose(1500),
    answer: prose(700),
  }
}

/** OpenAI's ids: those of items have about 45 letters, those of calls about 30, and all of one conversation begin alike. */
const itemId = (prefix: string, { id }: Step): string => `${prefix}_0d2bd7a6ae3a5f6f0068ebe5d5c3a0819${id}`
const callId = ({ id }: Step): string => `call_q7VJt3xWb2LkZ0d${id}`

const functionTool = { name, parameters: { type: 'object' } }

/** What the AI SDK notes beside a part of which OpenAI keeps the item. */
const ofItem = (prefix: string, step: Step, sealed?: string): object => ({
  providerOptions: {
    openai: { itemId: itemId(prefix, step), ...(sealed !== undefined && { reasoningEncryptedContent: sealed }) },
  },
})

const overResponses: Writer = {
  request: { provider: 'openai.responses', model: 'gpt-5.1' },
  ask: ({ question }) => ({ role: 'user', content: question }),
  act: (step) => [
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: '', ...ofItem('rs', step, step.signature) },
        { type: 'tool-call', toolCallId: callId(step), toolName: name, input: inputOf(step), ...ofItem('fc', step) },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: callId(step), toolName: name, output: { type: 'text', value: step.output } },
      ],
    },
  ],
  say: (step) => ({ role: 'assistant', content: [{ type: 'text', text: step.answer, ...ofItem('msg', step) }] }),
}

const noted = (prefix: string, step: Step, field = 'providerMetadata'): object => ({
  [field]: { openai: { itemId: itemId(prefix, step) } },
})

const chatOverResponses: Writer = {
  request: overResponses.request,
  ask: (step) => ({ id: `u${step.id}`, role: 'user', parts: [{ type: 'text', text: step.question }] }),
  act: (step) => [
    {
      id: `s${step.id}`,
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'reasoning', text: '', state: 'done', ...noted('rs', step) },
        {
          type: `tool-${name}`,
          toolCallId: callId(step),
          state: 'output-available',
          input: inputOf(step),
          output: step.output,
          ...noted('fc', step, 'callProviderMetadata'),
        },
        { type: 'text', text: step.remark, state: 'done', ...noted('msg', step) },
      ],
    },
    { id: `n${step.id}`, role: 'user', parts: [{ type: 'text', text: step.question }] },
  ],
  say: (step) => ({
    id: `m${step.id}`,
    role: 'assistant',
    parts: [{ type: 'text', text: step.answer, state: 'done', ...noted('msg_a', step) }],
  }),
}

const writers: Readonly<Record<FormatName, Writer>> = {
  'anthropic-messages': {
    request: { model: 'claude-opus-5', max_tokens: 1024, tools: [{ name, input_schema: { type: 'object' } }] },
    ask: ({ question }) => ({ role: 'user', content: question }),
    act: (step) => [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: step.thought, signature: step.signature },
          { type: 'text', text: step.remark },
          { type: 'tool_use', id: step.id, name, input: inputOf(step) },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: step.id, content: step.output }] },
    ],
    say: ({ answer }) => ({ role: 'assistant', content: [{ type: 'text', text: answer }] }),
  },
  'bedrock-converse': {
    request: {
      modelId: 'anthropic.claude-sonnet-4-5-20250929-v1:0',
      toolConfig: { tools: [{ toolSpec: { name, inputSchema: { json: { type: 'object' } } } }] },
    },
    ask: ({ question }) => ({ role: 'user', content: [{ text: question }] }),
    act: (step) => [
      {
        role: 'assistant',
        content: [
          { reasoningContent: { reasoningText: { text: step.thought, signature: step.signature } } },
          { text: step.remark },
          { toolUse: { toolUseId: step.id, name, input: inputOf(step) } },
        ],
      },
      { role: 'user', content: [{ toolResult: { toolUseId: step.id, content: [{ text: step.output }] } }] },
    ],
    say: ({ answer }) => ({ role: 'assistant', content: [{ text: answer }] }),
  },
  'openai-chat': {
    request: { model: 'gpt-5.1', tools: [{ type: 'function', function: functionTool }] },
    ask: ({ question }) => ({ role: 'user', content: question }),
    act: (step) => [
      {
        role: 'assistant',
        content: step.remark,
        tool_calls: [{ id: step.id, type: 'function', function: { name, arguments: JSON.stringify(inputOf(step)) } }],
      },
      { role: 'tool', tool_call_id: step.id, content: step.output },
    ],
    say: ({ answer }) => ({ role: 'assistant', content: answer }),
  },
  'openai-responses': {
    request: { model: 'gpt-5.1', tools: [{ type: 'function', ...functionTool }] },
    ask: ({ question }) => ({ role: 'user', content: question }),
    act: (step) => [
      { type: 'reasoning', id: itemId('rs', step), summary: [], encrypted_content: step.signature },
      {
        type: 'function_call',
        id: itemId('fc', step),
        call_id: callId(step),
        name,
        arguments: JSON.stringify(inputOf(step)),
      },
      { type: 'function_call_output', call_id: callId(step), output: step.output },
    ],
    say: (step) => ({
      type: 'message',
      id: itemId('msg', step),
      role: 'assistant',
      content: [{ type: 'output_text', text: step.answer, annotations: [] }],
    }),
  },
  gemini: {
    request: { model: 'gemini-3-pro', tools: [{ functionDeclarations: [functionTool] }] },
    ask: ({ question }) => ({ role: 'user', parts: [{ text: question }] }),
    act: (step) => [
      {
        role: 'model',
        parts: [
          { text: step.thought, thought: true },
          { text: step.remark },
          { functionCall: { id: step.id, name, args: inputOf(step) }, thoughtSignature: step.signature },
        ],
      },
      { role: 'user', parts: [{ functionResponse: { id: step.id, name, response: { output: step.output } } }] },
    ],
    say: ({ answer }) => ({ role: 'model', parts: [{ text: answer }] }),
  },
  'ai-sdk': {
    request: {},
    ask: ({ question }) => ({ role: 'user', content: question }),
    act: (step) => [
      {
        role: 'assistant',
        content: [
          { type: 'reasoning', text: step.thought, providerOptions: { anthropic: { signature: step.signature } } },
          { type: 'text', text: step.remark },
          { type: 'tool-call', toolCallId: step.id, toolName: name, input: inputOf(step) },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: step.id,
            toolName: name,
            output: { type: 'text', value: step.output },
          },
        ],
      },
    ],
    say: ({ answer }) => ({ role: 'assistant', content: [{ type: 'text', text: answer }] }),
  },
  langchain: {
    request: {},
    ask: ({ question }) => ({ role: 'user', content: question }),
    act: (step) => [
      {
        role: 'assistant',
        content: step.remark,
        tool_calls: [{ id: step.id, name, args: inputOf(step), type: 'tool_call' }],
      },
      { role: 'tool', tool_call_id: step.id, name, content: step.output },
    ],
    say: ({ answer }) => ({ role: 'assistant', content: answer }),
  },
}
