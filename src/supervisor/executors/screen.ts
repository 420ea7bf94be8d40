/** A terminal without a display: what a program has drawn, as somebody would see it. */
export interface Screen {
  write(text: string): void
  resize(columns: number, rows: number): void
  /** Escape sequences that draw this screen again: colours, cursor, modes, alternate buffer. Waits for what was written. */
  serialize(): Promise<string>
  /** The text of the screen without anything else, line by line; wrapped lines joined. */
  text(): Promise<string>
  close(): void
}

const scrollback = 500
const toAlternate = '\u001B[?1049h'

/**
 * Opens a screen, by the optional peers `@xterm/headless` and `@xterm/addon-serialize`; `undefined` where they are not
 * installed: then snapshots have no screen.
 */
export async function openScreen(columns: number, rows: number): Promise<Screen | undefined> {
  const [headless, addon] = await Promise.all([
    import('@xterm/headless').catch(() => undefined),
    import('@xterm/addon-serialize').catch(() => undefined),
  ])
  // Both are CommonJS: depending on the loader their exports stand in `default`.
  const Terminal = headless?.Terminal ?? headless?.default.Terminal
  const SerializeAddon = addon?.SerializeAddon ?? addon?.default.SerializeAddon
  if (!Terminal || !SerializeAddon) return undefined
  const terminal = new Terminal({ cols: columns, rows, scrollback, allowProposedApi: true })
  const serializer = new SerializeAddon()
  terminal.loadAddon(serializer as unknown as Parameters<typeof terminal.loadAddon>[0])
  const written = (): Promise<void> => new Promise((resolve) => terminal.write('', resolve))
  return {
    write: (text) => terminal.write(text),
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
    async serialize() {
      await written()
      const { active, normal } = terminal.buffer
      // The addon counts from behind a full row, and terminals from its last column: the cursor came back too far to the left.
      const place = ({ cursorX, cursorY }: typeof active): string =>
        cursorX < terminal.cols ? `\u001B[${cursorY + 1};${cursorX + 1}H` : ''
      // It moves by 0 where it means nowhere, and terminals then move by 1: what was to be erased stayed.
      const drawn = serializer.serialize({ scrollback }).replaceAll('\u001B[0C', '').replaceAll('\u001B[0D', '')
      const whole = active.type === 'normal' ? drawn : drawn.replace(toAlternate, `${place(normal)}${toAlternate}`)
      return `${whole}${place(active)}`
    },
    async text() {
      await written()
      const buffer = terminal.buffer.active
      let text = ''
      for (let row = 0; row < buffer.length; row += 1) {
        const line = buffer.getLine(row)
        if (line) text += `${row > 0 && !line.isWrapped ? '\n' : ''}${line.translateToString(true)}`
      }
      return text
    },
    close: () => terminal.dispose(),
  }
}
