import type { Writable } from 'node:stream'
import { harmless, harmlessLine } from '../../doctor/redact/harmless.ts'
import { maskSecrets } from '../../json/mask-secrets.ts'
import { dataStream, type DataStream } from './data-stream.ts'
import { createStyler, type Style } from './styler.ts'

/**
 * Data goes to stdout, talk to stderr; secrets are masked in both. What sessions, file names and tools have put into a text is
 * shown and never obeyed by the terminal (I12).
 */
export interface Output extends Pick<DataStream, 'goOnUnread' | 'settle'> {
  /** A line of data. Waits while the reader is slow: output is never held in memory. */
  line(text?: string): Promise<void>
  /** A document: JSON, a script, help. Line feeds stay; on a terminal it is as harmless as a line. */
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

export function createOutput({ stdout, stderr }: Streams): Output {
  const data = createStyler(stdout)
  const talk = createStyler(stderr)
  let open = false
  const clear = (): void => {
    if (open) stderr.write('\r\u001B[K')
    open = false
  }
  const { put, goOnUnread, settle } = dataStream(stdout, stderr)
  const putBehind = (text: string): Promise<void> => {
    clear()
    return put(text)
  }
  const isTerminal = stdout.isTTY === true
  return {
    write: (text) => putBehind(data.render(maskSecrets(text), isTerminal ? harmless : (each) => each)),
    line: (text = '') => putBehind(`${data.render(maskSecrets(text), harmlessLine)}\n`),
    talk(text) {
      clear()
      stderr.write(`${talk.render(maskSecrets(text), harmlessLine)}\n`)
    },
    progress(text) {
      if (!stderr.isTTY) return
      clear()
      if (text === '') return
      stderr.write(shortened(harmlessLine(maskSecrets(text)), (stderr.columns ?? 80) - 1))
      open = true
    },
    goOnUnread,
    settle,
    isTerminal,
    style: data.style,
    styleTalk: talk.style,
  }
}

/** Shortens a progress line in the middle: the action stands at its start, the file at its end. */
function shortened(text: string, width: number): string {
  if (text.length <= width) return text
  const first = Math.min(Math.floor(width / 3), 24)
  const last = width - first - 1
  if (last <= 0) return text.slice(0, Math.max(0, width))
  // Half of a character may have been cut off.
  return `${text.slice(0, first)}…${text.slice(-last)}`.toWellFormed()
}
