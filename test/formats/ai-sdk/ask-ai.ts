import {
  convertToModelMessages,
  generateText,
  jsonSchema,
  type ModelMessage,
  modelMessageSchema,
  type UIMessage,
  validateUIMessages,
} from 'ai'
import { MockLanguageModelV4 } from 'ai/test'

const model = new MockLanguageModelV4({
  doGenerate: {
    content: [{ type: 'text', text: 'Done.' }],
    finishReason: { unified: 'stop', raw: 'stop' },
    usage: {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    },
    warnings: [],
  },
  supportedUrls: { '*/*': [/.*/] },
})

const anyTool = {
  inputSchema: jsonSchema({}),
  execute: async (): Promise<string> => 'done',
}
const tools = { read_file: anyTool, search: anyTool, 'mcp.run': anyTool, unknown_tool: anyTool }

/** What the real `ai` package says of these ModelMessages: null, or its error. */
export async function askAiAboutModelMessages(messages: readonly unknown[]): Promise<string | null> {
  try {
    for (const message of messages) modelMessageSchema.parse(message)
    await generateText({
      model,
      tools,
      toolApproval: () => 'user-approval',
      messages: messages as ModelMessage[],
      allowSystemInMessages: true,
      maxRetries: 0,
    })
    return null
  } catch (error) {
    return String(error).slice(0, 300)
  }
}

/** The same for UIMessages: validated, converted, sent. */
export async function askAiAboutUiMessages(messages: readonly unknown[]): Promise<string | null> {
  try {
    const valid = await validateUIMessages<UIMessage>({ messages })
    return await askAiAboutModelMessages(await convertToModelMessages(valid))
  } catch (error) {
    return String(error).slice(0, 300)
  }
}
