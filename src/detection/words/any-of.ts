/**
 * One pattern of many alternatives, so that each stands in a line of its own. Letters of either case are the same, unless other flags are given.
 *
 * @param around what stands around the alternatives
 * @example
 * anyOf([/read/, /writ(?:es|ten)/], (words) => `\\b(?:${words})\\b`) // /\b(?:read|writ(?:es|ten))\b/i
 */
export const anyOf = (
  alternatives: readonly RegExp[],
  around = (joined: string): string => joined,
  flags = 'i',
): RegExp => new RegExp(around(alternatives.map(({ source }) => source).join('|')), flags)
