import { basename } from 'node:path'
import type { AgentProgram } from './agent-program.ts'
import { agentPrograms } from './agent-programs.ts'

/** An agent program in a command line, and where it stands: it may be run by an interpreter. */
export interface FoundProgram {
  readonly program: AgentProgram
  readonly index: number
}

/** The agent program that a command runs; `undefined` when it is none that is known. */
export function findProgram(command: readonly string[]): FoundProgram | undefined {
  for (const [index, argument] of command.slice(0, 3).entries()) {
    const program = agentPrograms.find(({ executables }) => executables.includes(basename(argument)))
    if (program) return { program, index }
  }
  return undefined
}

interface ReadLine {
  readonly options: readonly string[]
  readonly positionals: readonly string[]
  readonly headless: boolean
  /** The session that the command named itself. */
  readonly named: string | undefined
}

function readLine(args: readonly string[], program: AgentProgram): ReadLine {
  const options: string[] = []
  const positionals: string[] = []
  let headless = false
  let named: string | undefined
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]!
    const [name = ''] = argument.startsWith('--') ? argument.split('=', 1) : [argument]
    const isInline = name !== argument
    const next = args[index + 1]
    const takesNext = !isInline && next !== undefined && !next.startsWith('-')
    headless ||= program.headless.includes(name)
    if (!argument.startsWith('-')) {
      if (!program.headless.includes(argument) && argument !== 'resume') positionals.push(argument)
    } else if (program.session.includes(name)) {
      const value = isInline ? argument.slice(name.length + 1) : takesNext ? next : undefined
      if (takesNext && /^[\w-]{8,}$/.test(next)) index += 1
      if (value !== undefined && /^[\w-]{8,}$/.test(value)) named = value
    } else if (program.promptOptions?.includes(name)) index += isInline ? 0 : 1
    else if (program.listed?.includes(name)) {
      const rest = isInline ? [] : args.slice(index + 1)
      const end = rest.findIndex((each) => each.startsWith('-'))
      const values = end < 0 ? rest : rest.slice(0, end)
      options.push(argument, ...values)
      index += values.length
    } else if (!isInline && program.valued.includes(name) && next !== undefined) {
      options.push(argument, next)
      index += 1
    } else options.push(argument)
  }
  return { options, positionals, headless, named }
}

/** The session that a command names itself: `claude --resume ID`. */
export function namedSession(command: readonly string[], { program, index }: FoundProgram): string | undefined {
  return readLine(command.slice(index + 1), program).named
}

/**
 * The command that goes on with a session. The first prompt does not come again: it was submitted, and a second time it would
 * be a second order.
 *
 * @example
 * resumeCommand(['claude', '-p', 'Deploy'], found, 'ID', 'Go on.') // ['claude', '--resume', 'ID', '-p', 'Go on.']
 */
export function resumeCommand(
  command: readonly string[],
  { program, index }: FoundProgram,
  id: string,
  prompt: string,
): [string, ...string[]] {
  const { options, positionals, headless } = readLine(command.slice(index + 1), program)
  const resumed = program.resume({
    id,
    options,
    positionals: program.keepsPositionals ? positionals : [],
    prompt: headless ? prompt : undefined,
  })
  const [first = '', ...rest] = [...command.slice(0, index + 1), ...resumed]
  return [first, ...rest]
}
