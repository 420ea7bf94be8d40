import type { TokenRule } from '../formats/rules.ts'
import type { NumberedNames } from '../transcript/numbered-names.ts'

/** The name itself where it is legal and free; else the nearest name that is: cleaned, then numbered (I2). It is taken then. */
export function freshDocumentName(name: string, names: NumberedNames, rule: TokenRule): string {
  const clean = cleanName(name, rule) || 'document'
  return names.take(clean, (count) => {
    const suffix = count === 1 ? '' : ` (${count})`
    return clean.slice(0, rule.maxLength - suffix.length) + suffix
  })
}

function cleanName(name: string, rule: TokenRule): string {
  if (rule.pattern.test(name)) return name.slice(0, rule.maxLength)
  return name
    .replace(rule.pattern.test('_') ? /[^\w\s()[\]-]+/g : /[^a-z0-9\s()[\]-]+/gi, rule.replacement)
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, rule.maxLength)
    .trim()
}
