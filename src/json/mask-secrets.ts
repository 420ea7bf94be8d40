const mask = '[masked]'

/**
 * Tokens that are recognised by their prefix. Each keeps that public prefix (group 1) and loses the rest. Sources: the secret scanning
 * patterns that the providers publish.
 */
const tokens: readonly RegExp[] = [
  /\b(sk-(?:ant-|proj-|or-|svcacct-)?)[\w-]{16,}/g,
  /\b(gh[pousr]_|github_pat_|glpat-|npm_|hf_|xox[abeoprs]-|gsk_|xai-|pypi-|dop_v1_|rk_live_|sk_live_|SG\.)[\w.-]{12,}/g,
  /\b(AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\b(AIza)[\w-]{30,}/g,
  /\b(ya29\.)[\w-]{20,}/g,
  /\b(eyJ)[\w-]{8,}\.[\w-]{8,}\.[\w-]{4,}/g,
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[^-]{16,}/g,
  /\b((?:Bearer|Basic)\s+)[\w.~+/=-]{12,}/gi,
  /\b([a-z][a-z0-9+.-]*:\/\/[^\s:/@"']{1,64}:)[^\s@/"']{3,}(?=@)/gi,
]

/** `password = "..."` and the like: the quote is kept, so that masked JSON stays JSON; bare numbers are no secrets. */
const assignments =
  /\b((?:[a-z0-9]+[_-])*(?:api[_-]?key|access[_-]?key|secret(?:[_-]?key)?|(?:auth|access|refresh|session|id)[_-]?token|token|passwd|password|authorization|x-api-key)\\?["']?\s*[:=]\s*\\?["']?)(?!\[masked\]|\d+\b|true\b|false\b|null\b)([^\s"'\\,;&<>{}[\]()]{6,})/gi

/**
 * Masks keys, tokens and passwords in a text. JSON stays JSON: only characters inside a string are replaced.
 *
 * @example
 * maskSecrets('export ANTHROPIC_API_KEY=sk-ant-api03-abcdefghijklmnop') // 'export ANTHROPIC_API_KEY=sk-ant-[masked]'
 */
export function maskSecrets(text: string): string {
  let masked = text
  for (const token of tokens) masked = masked.replace(token, `$1${mask}`)
  return masked.replace(assignments, (whole, name: string, value: string) =>
    value.includes(mask) ? whole : `${name}${mask}`,
  )
}
