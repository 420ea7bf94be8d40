import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { FileWorkError, systemCode } from '../files/file-work-error.ts'
import { formats } from '../formats/index.ts'
import { readTranscript } from '../lint/read-transcript.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { handoffPrompt } from './extract/handoff-prompt.ts'
import { renderTurns } from './extract/render-conversation.ts'
import { harmless } from './output/harmless.ts'
import { maskSecrets } from './output/mask-secrets.ts'
import { createRedactor, toJson } from './output/redact.ts'
import { openSession } from './sessions/open-session.ts'
import { formatOf } from './sessions/selection-of.ts'
import { findSession } from './sessions/find-sessions.ts'
import { parseCount } from './sessions/parse-when.ts'
import { withStdinAsFile } from './sessions/stdin-file.ts'
import type { Invocation } from './table/command.ts'

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    if (systemCode(cause) === 'EEXIST')
      throw new CliError('usage', `${path} exists already.`, 'Name a file that does not exist.', { cause })
    throw FileWorkError.from(cause, path, 'The file cannot be written')
  })
  await file.writeFile(maskSecrets(text)).finally(() => file.close())
}

/** The conversation of one session as text. */
async function textOf(argument: string, invocation: Invocation, context: CliContext): Promise<string> {
  const { options } = invocation
  const ref = await findSession(argument, context, context.cwd)
  const session = await openSession(ref, formatOf(invocation))
  const redactor = createRedactor(options.flag('redact'))
  if (options.flag('json')) {
    const { format, messages } = session
    const shape = { schema: 'session-recovery.extract/1', agent: ref.agent, format, messages: redactor.value(messages) }
    return `${toJson(shape, 1)}\n`
  }
  const format = formats[session.format]
  const transcript = readTranscript(session.messages, format, format.rules(session.request ?? {}))
  const prompt = options.flag('prompt')
  const maxChars = options.text('max-chars')
  const rendering = {
    thinking: options.flag('thinking'),
    maxChars: maxChars === undefined ? (prompt ? 400 : 2000) : parseCount(maxChars, 'max-chars'),
    redactor,
  }
  if (prompt) return handoffPrompt(transcript, rendering)
  const damaged = session.findings.filter(({ code }) => code === 'damaged_line').length
  const note = damaged === 0 ? '' : `\n*${damaged} damaged lines of the file could not be read.*\n`
  return `# ${ref.agent} session ${redactor.name(ref.id)}\n${note}\n${renderTurns(transcript, rendering).join('\n')}`
}

/** `session-recovery extract`: salvages a conversation that may be beyond repair. Nothing is changed. */
export async function extract(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  return withStdinAsFile(positionals, context, async ([argument = '']) => {
    const text = await textOf(argument, invocation, context)
    const target = options.text('output')
    if (target === undefined) await context.output.write(context.output.isTerminal ? harmless(text) : text)
    else {
      await writeNew(resolve(context.cwd, target), text)
      context.output.talk(`Written: ${target}`)
    }
    return exitCode.healthy
  })
}
