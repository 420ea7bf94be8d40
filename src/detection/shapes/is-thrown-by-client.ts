/** How much of an error is looked at: the library stands in the first frames of its stack. */
const HEAD = 4_000

/**
 * A frame of JavaScript, of Java or of Ruby in a library that writes requests to models. Frames of Python tell it as words
 * do; Claude Code itself reads files and runs commands.
 */
const clientFrame =
  /(?:\n|\\n)\s{0,80}(?:at|from) (?:(?!session-recovery\/dist\/|\/src\/adapters\/)[^\n\\]){0,200}?(?:@langchain\/(?!core|langgraph)|@ai-sdk\/|\/anthropic(?!-ai\/claude-code)|ChatGoogle|ChatVertexAI|ChatAnthropic|ChatBedrock|google[-.]?gen|generative-?ai|vertexai|bedrock|langchain4j\.(?:model|data\.message)|springframework\.ai\.|SemanticKernel\.Connectors|genkit|ruby_llm)/i

/** JavaScript prints this for the return value of a call: an answer of the model, no message of the request. */
const ofAnswer = "of '(intermediate value)'"

/** The beginning of a stack, or of the message if that is so long that no frame would be reached. */
function headOf(error: unknown): string {
  const { message, stack } = error instanceof Error ? error : { message: error, stack: undefined }
  const shown = typeof message === 'string' && message.length > HEAD ? message : (stack ?? message)
  return typeof shown === 'string' ? shown.slice(0, HEAD) : ''
}

/**
 * Whether a client of models has thrown an error, as its stack shows. It says no status and sends nothing, so what it
 * complains of is the conversation that it was to write. Never throws.
 *
 * @example
 * isThrownByClient('Error: Unknown author: tool\n    at f (/app/node_modules/@langchain/google-genai/dist/common.js:45:19)') // true
 */
export function isThrownByClient(error: unknown): boolean {
  try {
    const head = headOf(error)
    return !head.includes(ofAnswer) && clientFrame.test(head)
  } catch {
    return false
  }
}
