/** A headless terminal that shows a program's output as a person would see it. */
export interface Screen {
  write(text: string): void
  resize(columns: number, rows: number): void
  /** Escape sequences that draw this screen again: colours, cursor, modes, alternate buffer. Waits for pending writes. */
  serialize(): Promise<string>
  /** The bare text of the screen, line by line; wrapped lines joined. */
  text(): Promise<string>
  close(): void
}

const scrollback = 500
const toAlternate = '\u001B[?1049h'

/**
 * Opens a screen with the optional peers `@xterm/headless` and `@xterm/addon-serialize`; `undefined` when they are not
 * installed: snapshots then have no screen.
 */
export async function openScreen(columns: number, rows: number): Promise<Screen | undefined> {
  const [headless, addon] = await Promise.all([
    import('@xterm/headless').catch(() => undefined),
    import('@xterm/addon-serialize').catch(() => undefined),
  ])
  // Both are CommonJS: depending on the loader, their exports are in `default`.
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
      // After a full row the addon counts from beyond its last column, terminals from the column itself: the cursor was too far left.
      const place = ({ cursorX, cursorY }: typeof active): string =>
        cursorX < terminal.cols ? `\u001B[${cursorY + 1};${cursorX + 1}H` : ''
      // The addon writes moves by 0 for "no move", which terminals take for 1: text that should be erased stayed.
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
