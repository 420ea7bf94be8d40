import { parsedJson } from '../../json/parsed-json.ts'
import { refusalIn } from './refusal-in.ts'

/** How an error of Google's APIs begins, without white space and the list that may be around it. */
const beginning = '{"error":'

/** Errors of providers are short. */
const maxError = 64 * 1024

/**
 * Reads an error that stands in a stream as what it is: JSON that no `data:` leads in, alone or in a list. So Google's APIs break off
 * streams of events, and refuse in streams of JSON.
 */
export class BareError {
  readonly #decoder = new TextDecoder()
  #text = ''
  /** The error; null when there is none, or it is not whole yet. */
  error: object | null = null

  /** Takes the next bytes; true when an error is whole, or what has come is JSON and none. */
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
