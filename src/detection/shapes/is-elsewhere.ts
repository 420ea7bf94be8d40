import { isRecord } from '../../json/is-record.ts'

/** Fields in which clients keep the failed request: axios, Octokit, googleapis, got, fetch. */
const holders = ['config', 'request', 'response', 'options', 'cause'] as const
const maxDepth = 3

/** Exceptions of other AWS services than its models. */
const ofAnotherService = /^(?:Invalid|Unsupported|Missing|Image|Message)/

const url = /["']?(https?:\/\/[^\s"'`<>)]{3,300}[^\s"'`<>).,:;])/.source

/** A request with a body, as clients print it. */
const printed = new RegExp(`(?:\\b(?:POST|PUT|PATCH)\\]?|\\brequesting|\\b4\\d\\d from) ${url}`)
/** Any failed request as clients print it, unless a provider's body follows. */
const failedFor = new RegExp(
  `^(.{0,160}?(?:\\b4(?:00|22)\\b|[Rr]equest|[Cc]all)[^{\\n]{0,40}?) for(?: url:?)? ${url}(?!.*(?:error\\W{0,6}[:=]\\W{0,4}\\{|messages[.[]\\d))`,
  's',
)
/** Providers say the same about a picture that they could not load. */
const loads = /image|picture|photo|file|document|media|download|fetch|\bload/i

/** Endpoints that take a conversation, of any host. */
export const takesConversations: RegExp =
  /completion|generate_?content|\/generate(?:[/?#]|$)|\/chat(?:[/?#]|$)|converse|invoke|invocation|predict|\/responses|count_?tokens|(?:\/v\d|anthropic|claude|api|threads\/\w{1,80})\/messages(?:[/?#]|$)|^\/?messages(?:[?#]|$)/
/** Endpoints beside them: files, vectors, pictures, sounds, batches. */
const takesOthers =
  /\/(?:files|embed\w*|images?\/\w+|audio\/\w+|batch\w*|fine_?tun\w*|vector_stores|moderations|uploads|videos)(?:[/?#]|$)/
/** Addresses that may be a provider's, whatever their path. */
const ofModels =
  /openai|anthropic|claude|gemini|gpt|llm|ollama|bedrock|vertex|aiplatform|generativelanguage|inference|model|deployment|agent|assistant|thread|deepseek|mistral|cohere|groq|qwen|dashscope|moonshot|kimi|volces|\bai\b|localhost|\/\/(?:127|10|192|172)\.|\/\/[^./]+(?:[:/]|$)/

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

function printedAddress(text: string): string | undefined {
  const [, lead, address] = failedFor.exec(text) ?? []
  return lead === undefined || loads.test(lead) ? printed.exec(text)?.[1] : address
}

function addressOf(error: unknown, depth: number): string | undefined {
  if (typeof error === 'string') return printedAddress(error.slice(0, 1_000))
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
