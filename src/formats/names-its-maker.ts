/** Hosts of the makers that sign the thinking of their models. A gateway on rented servers does not count: anyone may run it. */
const makers =
  /(?:^|[^\w./-]|\/\/)(?:[\w-]+\.)*(?:anthropic\.com|openai\.com|(?:openai|ai|cognitiveservices)\.azure\.com|bedrock[\w-]*\.[\w-]+\.amazonaws\.com|(?:[\w-]*aiplatform|generativelanguage)\.googleapis\.com)(?![\w-]|\.\w)/i

/**
 * Whether an error names a server of a model's maker itself: such a server can verify the signatures that it made.
 *
 * @example
 * namesItsMaker('400 Client Error: Bad Request for url: https://api.anthropic.com/v1/messages') // true
 * namesItsMaker('400 Client Error: Bad Request for url: https://gateway.example/api.anthropic.com/v1/messages') // false
 */
export function namesItsMaker(text: string): boolean {
  return makers.test(text)
}
