/** Hosts where those answer who seal the thinking of their models. Before a gateway on rented servers anyone may stand. */
const makers =
  /(?:^|[^\w./-]|\/\/)(?:[\w-]+\.)*(?:anthropic\.com|openai\.com|(?:openai|ai|cognitiveservices)\.azure\.com|bedrock[\w-]*\.[\w-]+\.amazonaws\.com|(?:[\w-]*aiplatform|generativelanguage)\.googleapis\.com)(?![\w-]|\.\w)/i

/**
 * Whether an error names a server of a maker of models itself: who answers there can read what it has sealed.
 *
 * @example
 * namesItsMaker('400 Client Error: Bad Request for url: https://api.anthropic.com/v1/messages') // true
 * namesItsMaker('400 Client Error: Bad Request for url: https://gateway.example/api.anthropic.com/v1/messages') // false
 */
export function namesItsMaker(text: string): boolean {
  return makers.test(text)
}
