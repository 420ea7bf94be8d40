import type { Writable } from 'node:stream'
import { styleText } from 'node:util'
import { maskSecrets } from '../../doctor/redact/mask-secrets.ts'

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan'

/** Data goes to stdout, talk to stderr; secrets are masked in both. */
export interface Output {
  /** A line of data. Waits while the reader is slow: output is never held in memory. */
  line(text?: string): Promise<void>
  /** Data as it is. */
  write(text: string): Promise<void>
  /** A line of talk. */
  talk(text: string): void
  /** A line that is overwritten by the next one; only on a terminal. Empty: clears it. */
  progress(text: string): void
  readonly isTerminal: boolean
  /** Styles a text for data lines. */
  style(styles: Style | Style[], text: string): string
  /** Styles a text for talk. */
  styleTalk(styles: Style | Style[], text: string): string
}

export interface Streams {
  readonly stdout: Writable & { readonly isTTY?: boolean }
  readonly stderr: Writable & { readonly isTTY?: boolean; readonly columns?: number }
}

/** `styleText` asks the stream and the environment itself (`NO_COLOR`, `FORCE_COLOR`, no terminal: plain). */
function styler(stream: Writable): Output['style'] {
  return (styles, text) => styleText(styles, text, { stream })
}

export function createOutput({ stdout, stderr }: Streams): Output {
  let open = false
  const clear = (): void => {
    if (open) stderr.write('\r\u001B[K')
    open = false
  }
  const write = async (text: string): Promise<void> => {
    clear()
    if (stdout.destroyed || stdout.write(maskSecrets(text))) return
    await new Promise<void>((resolve) => {
      const done = (): void => {
        stdout.off('drain', done)
        stdout.off('close', done)
        resolve()
      }
      stdout.once('drain', done)
      stdout.once('close', done)
    })
  }
  return {
    write,
    line: (text = '') => write(`${text}\n`),
    talk(text) {
      clear()
      stderr.write(`${maskSecrets(text)}\n`)
    },
    progress(text) {
      if (!stderr.isTTY) return
      clear()
      if (text === '') return
      stderr.write(text.slice(0, (stderr.columns ?? 80) - 1))
      open = true
    },
    isTerminal: stdout.isTTY === true,
    style: styler(stdout),
    styleTalk: styler(stderr),
  }
}
