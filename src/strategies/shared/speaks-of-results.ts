const results =
  /\b(?:tool|function)[\s_-]?(?:call[\s_-]?)?(?:results?|messages?|responses?|outputs?)(?![a-z])|\brole\W{1,3}tool\b/i

/**
 * Whether an error says that it is about what a tool gave back: "`function_response.parts` is not supported for this model", "images in
 * tool results are not supported". What may not stand there may stand elsewhere.
 */
export function speaksOfResults(text: string): boolean {
  return results.test(text)
}
