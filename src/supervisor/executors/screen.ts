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
      return serializer.serialize({ scrollback })
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
