import { open, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import { extractConversation, toMarkdown, toPrompt } from '../doctor/extract/extract-conversation.ts'
import { maskSecrets } from '../json/mask-secrets.ts'
import { createRedactor } from '../doctor/redact/redact.ts'
import { toJson } from '../doctor/redact/to-json.ts'
import { findSession } from '../doctor/sessions/find-sessions.ts'
import { FileWorkError, systemCode } from '../files/file-work-error.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { formatOf } from './sessions/selection-of.ts'
import { parseCount } from './sessions/parse-when.ts'
import { withStdinAsFile } from './sessions/stdin-file.ts'
import type { Invocation } from './table/command.ts'

async function writeNew(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    if (systemCode(cause) === 'EEXIST')
      throw new CliError('usage', `${path} exists already.`, 'Name a file that does not exist.', { cause })
    throw FileWorkError.from(cause, path, 'The file cannot be written')
  })
  try {
    await file.writeFile(maskSecrets(text)).finally(() => file.close())
  } catch (cause) {
    // Half of it would be in the way of the next try, and look like all.
    await unlink(path).catch(() => undefined)
    throw FileWorkError.from(cause, path, 'The file cannot be written')
  }
}

/** The conversation of one session as text. */
async function textOf(argument: string, invocation: Invocation, context: CliContext): Promise<string> {
  const { options } = invocation
  const conversation = await extractConversation(
    await findSession(argument, context, context.cwd),
    formatOf(invocation),
  )
  const redactor = createRedactor(options.flag('redact'))
  if (options.flag('json')) {
    const { ref, format, messages } = conversation
    const shape = { schema: 'session-recovery.extract/1', agent: ref.agent, format, messages: redactor.value(messages) }
    return `${toJson(shape, 1)}\n`
  }
  const prompt = options.flag('prompt')
  const maxChars = options.text('max-chars')
  const rendering = {
    thinking: options.flag('thinking'),
    maxChars: maxChars === undefined ? (prompt ? 400 : 2000) : parseCount(maxChars, 'max-chars'),
    redactor,
  }
  return prompt ? toPrompt(conversation, rendering) : toMarkdown(conversation, rendering)
}

/** `session-recovery extract`: salvages a conversation that may be beyond repair. Nothing is changed. */
export async function extract(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  return withStdinAsFile(positionals, context, async ([argument = '']) => {
    const text = await textOf(argument, invocation, context)
    const target = options.text('output')
    if (target === undefined) await context.output.write(text)
    else {
      await writeNew(resolve(context.cwd, target), text)
      context.output.talk(`Written: ${target}`)
    }
    return exitCode.healthy
  })
}
