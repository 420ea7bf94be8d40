import { randomBytes } from 'node:crypto'
import type { Writable } from 'node:stream'
import { styleText } from 'node:util'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Styles texts, and distinguishes its own escape sequences from those inside a text. */
export interface Styler {
  style(styles: Style | Style[], text: string): string
  /** The text for the stream: everything but our own styles goes through `clean`. */
  render(text: string, clean: (text: string) => string): string
}

/**
 * Each sequence is sealed with a secret of this process until it is written, so that no session can forge one.
 * `styleText` asks the stream and the environment itself (`NO_COLOR`, `FORCE_COLOR`, no terminal: plain).
 */
export function createStyler(stream: Writable): Styler {
  const seal = `\u0001${randomBytes(8).toString('hex')}`
  const sealed = new RegExp(String.raw`${seal}((?:\u001B\[[\d;]*m)+)\u0002`)
  return {
    style(styles, text) {
      const [before = '', after = ''] = styleText(styles, '\u0000', { stream }).split('\u0000')
      return before === '' ? text : `${seal}${before}\u0002${text}${seal}${after}\u0002`
    },
    // `split` with a group gives texts and sequences by turns.
    render: (text, clean) =>
      text
        .split(sealed)
        .map((part, index) => (index % 2 === 0 ? clean(part) : part))
        .join(''),
  }
}
