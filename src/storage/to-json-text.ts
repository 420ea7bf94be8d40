import { StoreError } from './store-error.ts'

const remedy = 'Give a value that `JSON.stringify` can write.'

/**
 * The JSON text under which a value is stored. `JSON.stringify` keeps the key order and writes lone surrogates and NUL
 * as escapes, so that the text itself survives any database and broken transcripts come back as they were.
 *
 * @throws StoreError `invalid_value` for what JSON cannot hold: undefined, functions, cycles, bigints, throwing getters
 */
export function toJsonText(value: unknown, what: string): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    throw new StoreError({ code: 'invalid_value', message: `The ${what} cannot be written as JSON.`, remedy, cause })
  }
  if (text === undefined)
    throw new StoreError({ code: 'invalid_value', message: `The ${what} is not a JSON value.`, remedy })
  return text
}

/**
 * The value of a stored JSON text.
 *
 * @throws StoreError `invalid_row`, without the parser's error as cause: its message quotes the text (I12)
 */
export function fromJsonText(text: string, what: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new StoreError({ code: 'invalid_row', message: `A stored ${what} is not JSON.` })
  }
}
