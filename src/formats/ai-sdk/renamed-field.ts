import { withField } from '../../json/with-field.ts'

/**
 * The part with a field of an earlier version under its present name; the part itself when it lacks that field, or has both.
 *
 * @example
 * renamedField({ type: 'tool-call', args: { path: 'a' } }, 'args', 'input') // { type: 'tool-call', input: { path: 'a' } }
 */
export function renamedField(part: unknown, former: string, name: string): unknown {
  const { [former]: value, [name]: own } = part as Readonly<Record<string, unknown>>
  return value === undefined || own !== undefined ? part : withField(withField(part, name, value), former, undefined)
}
