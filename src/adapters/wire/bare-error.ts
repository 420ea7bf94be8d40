import { parsedJson } from '../../json/parsed-json.ts'
import { refusalIn } from './refusal-in.ts'

/** The beginning of an error of Google's APIs, without white space and an enclosing list. */
const beginning = '{"error":'

/** Errors of providers are short. */
const maxError = 64 * 1024

/**
 * Finds an error that stands in a stream as bare JSON, without `data:`, alone or in a list. In this way Google's APIs break off event
 * streams, and refuse in streams of JSON.
 */
export class BareError {
  readonly #decoder = new TextDecoder()
  #text = ''
  /** The error; null when there is none, or it is not complete yet. */
  error: object | null = null

  /** Takes the next bytes; true when the error is complete, or the JSON so far is no error. */
  push(chunk: Uint8Array): boolean {
    this.#text += this.#decoder.decode(chunk, { stream: true })
    const bare = /^[ \t]*[[{][^]*/m.exec(this.#text)?.[0]
    if (bare === undefined) return false
    const begun = bare.replace(/^\s*\[/, '').replace(/\s+/g, '')
    if (!beginning.startsWith(begun.slice(0, beginning.length)) || this.#text.length > maxError) return true
    const value = parsedJson(bare)
    this.error = refusalIn(Array.isArray(value) ? value[0] : value)
    return value !== undefined
  }
}
