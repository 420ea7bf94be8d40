import type { TokenRule } from '../formats/rules.ts'

/** The name itself where it is legal and free; else the nearest name that is: cleaned, then numbered (I2). */
export function freshDocumentName(name: string, taken: ReadonlySet<string>, rule: TokenRule): string {
  const clean = cleanName(name, rule) || 'document'
  for (let count = 1; ; count += 1) {
    const suffix = count === 1 ? '' : ` (${count})`
    const candidate = clean.slice(0, rule.maxLength - suffix.length) + suffix
    if (!taken.has(candidate)) return candidate
  }
}

function cleanName(name: string, rule: TokenRule): string {
  if (rule.pattern.test(name)) return name.slice(0, rule.maxLength)
  return name
    .replace(/[^a-zA-Z0-9\s()[\]-]+/g, rule.replacement)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, rule.maxLength)
    .trim()
}
