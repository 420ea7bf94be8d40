import { isRecord } from '../json/is-record.ts'

/** Where clients keep the request that failed: axios, Octokit, googleapis, got, fetch. */
const holders = ['config', 'request', 'response', 'options', 'cause'] as const
const maxDepth = 3

/** Exceptions of AWS, but for those of its models. */
const ofAnotherService = /^(?:Invalid|Unsupported|Missing|Image|Message)/

/** What clients print of a request that sends something. */
const printed =
  /(?:\b(?:POST|PUT|PATCH)\]?|\brequesting|\bfor(?: url:?)?|\b4\d\d from) ["']?(https?:\/\/[^\s"'`<>)]{3,300}[^\s"'`<>).,:;])/

/** Endpoints that take a conversation, whoever has them. */
const takesConversations =
  /completion|generate_?content|\/generate(?:[/?#]|$)|\/chat(?:[/?#]|$)|converse|invoke|predict|\/responses|count_?tokens|(?:\/v\d|anthropic|claude|api|threads\/\w{1,80})\/messages(?:[/?#]|$)|^\/?messages(?:[?#]|$)/
/** Endpoints beside them: files, vectors, pictures, sounds, batches. */
const takesOthers =
  /\/(?:files|embed\w*|images?\/\w+|audio\/\w+|batch\w*|fine_?tun\w*|vector_stores|moderations|uploads|videos)(?:[/?#]|$)/
/** Addresses that may be a provider's, whatever their path. */
const ofModels =
  /openai|anthropic|claude|gemini|gpt|llm|ollama|bedrock|vertex|aiplatform|generativelanguage|inference|model|agent|assistant|thread|deepseek|mistral|cohere|groq|qwen|dashscope|moonshot|kimi|volces|\bai\b|localhost|\/\/(?:127|10|192|172)\.|\/\/[^./]+(?:[:/]|$)/

/**
 * Whether an error tells that the request which failed went to an endpoint that takes no conversation: a chat, a tracker, a
 * store of files. An address that could be a provider's does not tell it. Reads no body. Never throws.
 *
 * @example
 * isElsewhere(new Error('POST https://api.github.com/repos/a/b/issues: 422')) // true
 * isElsewhere({ config: { url: 'https://api.example.com/v1/chat/completions' } }) // false
 */
export function isElsewhere(error: unknown): boolean {
  try {
    if (isRecord(error) && isRecord(error['$metadata']) && ofAnotherService.test(`${error['name']}`)) return true
    const address = addressOf(error, 0)?.toLowerCase()
    if (address === undefined || takesConversations.test(address)) return false
    return takesOthers.test(address) || !ofModels.test(address)
  } catch {
    return false
  }
}

function addressOf(error: unknown, depth: number): string | undefined {
  if (typeof error === 'string') return printed.exec(error.slice(0, 1_000))?.[1]
  if (!isRecord(error) || depth > maxDepth) return undefined
  const { url } = error
  // The body of an error has links to documents.
  if (typeof url === 'string' && (depth > 0 || error instanceof Error))
    return typeof error['baseURL'] === 'string' ? `${error['baseURL']}${url}` : url
  for (const holder of holders) {
    const address = addressOf(isRecord(error[holder]) ? error[holder] : undefined, depth + 1)
    if (address !== undefined) return address
  }
  return depth === 0 && typeof error['message'] === 'string' ? addressOf(error['message'], 1) : undefined
}
