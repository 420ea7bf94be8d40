/** How a reader is asked: what it makes of each of its inputs. */
export type Readers = Readonly<Record<string, readonly [read: (input: never) => unknown, inputs: readonly unknown[]]>>

/** What is long is told by its length, its beginning and its end. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined'
  return text.length <= 300 ? text : `${text.length}: ${text.slice(0, 120)} ... ${text.slice(-120)}`
}

/** What readers make of their inputs, a line for each. */
export const linesOf = (readers: Readers): string[] =>
  Object.entries(readers).flatMap(([name, [read, inputs]]) => [
    `# ${name}`,
    ...inputs.map((input) => `${shown(input)} => ${shown(read(input as never))}`),
  ])
