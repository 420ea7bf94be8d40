import { createAnthropicEmulator, createGeminiEmulator, createResponsesEmulator } from '../../src/testing.ts'

type Fields = Record<string, unknown>

/** A provider that is served, and what the programs have sent to it. */
export interface Served {
  readonly url: string
  close(): Promise<void>
  /** The last request that went on with a session, as JSON; absent where it is not recorded. */
  sent?(): string
}

/** What the emulators answer: a tool call for the prompt that says READ, a text for everything else. */
function wantsTool(list: unknown): boolean {
  const last = JSON.stringify((list as unknown[]).slice(-1))
  return last.includes('READ') && !/tool_result|call_output/.test(last)
}

/** A strict Anthropic, for Claude Code and opencode. */
export async function serveAnthropic(): Promise<{ url: string; close(): Promise<void> }> {
  const emulator = createAnthropicEmulator({
    requireMaxTokens: false,
    otherwise: (body: Fields) => {
      const tools = (body['tools'] ?? []) as { name?: string }[]
      const tool = tools.find(({ name }) => /^read$/i.test(name ?? ''))?.name
      if (tool === undefined || !wantsTool(body['messages'])) return { thinking: 'Fine.', text: 'It says 4711.' }
      const input = tool === 'Read' ? { file_path: 'notes.txt' } : { filePath: 'notes.txt' }
      return { thinking: 'Let me look.', text: 'I read it.', toolUse: [{ name: tool, input }] }
    },
  })
  return emulator.listen()
}

/** A strict Responses API, for Codex. */
export async function serveResponses(): Promise<Served> {
  let sent = ''
  const emulator = createResponsesEmulator({
    otherwise: (body: Fields) => {
      sent = JSON.stringify(body['input'])
      return wantsTool(body['input'])
        ? {
            reasoning: 'Let me look.',
            calls: [{ name: 'exec_command', arguments: JSON.stringify({ cmd: 'cat notes.txt' }) }],
          }
        : { reasoning: 'Fine.', text: 'It says 4711.' }
    },
  })
  return { ...(await emulator.listen()), sent: () => sent }
}

/** A strict Gemini, for Gemini CLI. */
export async function serveGemini(): Promise<{ url: string; close(): Promise<void> }> {
  const emulator = createGeminiEmulator({ otherwise: { text: 'It says 4711.' } })
  emulator.respondWith({ calls: [{ name: 'read_file', args: { file_path: 'notes.txt' } }] })
  return emulator.listen()
}
