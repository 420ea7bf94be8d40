import { createAnthropicEmulator, createGeminiEmulator, createResponsesEmulator } from '../../src/testing.ts'
import { goOn, nextAnswer, notesOf } from './conversation.ts'

type Fields = Record<string, unknown>

/** A provider that is served, and what a program has sent to it. */
export interface Served {
  readonly url: string
  close(): Promise<void>
  /** The last accepted request that went on with a session, as JSON; empty before there is one. */
  sent(): string
  forget(): void
}

/** Keeps the last conversation in which the program goes on; titles and summaries are asked for without tools. */
function recorder(): {
  readonly look: (messages: unknown) => void
  readonly sent: () => string
  readonly forget: () => void
} {
  let sent = ''
  return {
    look: (messages) => {
      const text = JSON.stringify(messages)
      if (text.includes(goOn)) sent = text
    },
    sent: () => sent,
    forget: () => (sent = ''),
  }
}

/** A strict Anthropic, for Claude Code and opencode. */
export async function serveAnthropic(): Promise<Served> {
  const { look, ...record } = recorder()
  const emulator = createAnthropicEmulator({
    requireMaxTokens: false,
    otherwise: (body: Fields) => {
      const names = ((body['tools'] ?? []) as { name?: string }[]).map(({ name }) => name)
      const tool = names.find((name) => /^read$/i.test(name ?? ''))
      if (tool === undefined) return { text: 'A title.' }
      look(body['messages'])
      const answer = nextAnswer(body['messages'])
      if ('text' in answer) return { thinking: 'Fine.', text: answer.text }
      const input = { [tool === 'Read' ? 'file_path' : 'filePath']: notesOf(answer.read) }
      return { thinking: 'Let me look.', text: 'I read it.', toolUse: [{ name: tool, input }] }
    },
  })
  return { ...(await emulator.listen()), ...record }
}

/** A strict Responses API, for Codex. */
export async function serveResponses(): Promise<Served> {
  const { look, ...record } = recorder()
  const emulator = createResponsesEmulator({
    otherwise: (body: Fields) => {
      look(body['input'])
      const answer = nextAnswer(body['input'])
      if ('text' in answer) return { reasoning: 'Fine.', text: answer.text }
      const call = { name: 'exec_command', arguments: JSON.stringify({ cmd: `cat ${notesOf(answer.read)}` }) }
      return { reasoning: 'Let me look.', calls: [call] }
    },
  })
  return { ...(await emulator.listen()), ...record }
}

/** A strict Gemini, for Gemini CLI. */
export async function serveGemini(): Promise<Served> {
  const { look, ...record } = recorder()
  const emulator = createGeminiEmulator({
    otherwise: (body: Fields) => {
      look(body['contents'])
      const answer = nextAnswer(body['contents'])
      if ('text' in answer) return answer
      return { calls: [{ name: 'read_file', args: { file_path: notesOf(answer.read) } }] }
    },
  })
  return { ...(await emulator.listen()), ...record }
}
