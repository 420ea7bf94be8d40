/** Parsed options of a command, by their long names. */
export interface OptionValues {
  flag(name: string): boolean
  /** The value, or the last of several. */
  text(name: string): string | undefined
  list(name: string): readonly string[]
}

type Parsed = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>

export function optionValues(parsed: Parsed): OptionValues {
  const list = (name: string): readonly string[] =>
    [parsed[name]].flat().filter((value): value is string => typeof value === 'string')
  return { flag: (name) => parsed[name] === true, text: (name) => list(name).at(-1), list }
}
