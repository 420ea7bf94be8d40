import type { TokenRule } from '../../formats/rules.ts'
import type { NumberedNames } from '../../transcript/numbered-names.ts'

/** The name itself where it is legal and free; else the nearest name that is: cleaned, then numbered (I2). It is taken then. */
export function freshDocumentName(name: string, names: NumberedNames, rule: TokenRule): string {
  const clean = cleanName(name, rule) || 'document'
  return names.take(clean, (count) => {
    const suffix = count === 1 ? '' : ` (${count})`
    // The number brings a space of its own, and two are refused.
    return suffix ? clean.slice(0, rule.maxLength - suffix.length).trimEnd() + suffix : clean
  })
}

/** What may stay is a legal name by itself. */
function cleanName(name: string, { maxLength, pattern, replacement }: TokenRule): string {
  if (pattern.test(name)) return name.slice(0, maxLength)
  return Array.from(name.replace(/\s+/g, ' '), (letter) => (pattern.test(letter) ? letter : '\0'))
    .join('')
    .replace(/\0+/g, replacement)
    .trim()
    .slice(0, maxLength)
    .trim()
}
