import { basename } from 'node:path'
import type { AgentProgram } from './agent-program.ts'
import { agentPrograms } from './agent-programs.ts'

/** An agent program, and its index in the command line: an interpreter may come first. */
export interface FoundProgram {
  readonly program: AgentProgram
  readonly index: number
}

/** The agent program that a command runs; `undefined` for an unknown program. */
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
  /** The session id in the command. */
  readonly named: string | undefined
}

type ArgumentKind = 'positional' | 'session' | 'prompt' | 'listed' | 'valued' | 'flag'

function kindOf(name: string, program: AgentProgram): ArgumentKind {
  if (program.session.includes(name)) return 'session'
  if (!name.startsWith('-')) return 'positional'
  if (program.promptOptions?.includes(name)) return 'prompt'
  if (program.listed?.includes(name)) return 'listed'
  return program.valued.includes(name) ? 'valued' : 'flag'
}

type TakeValues = (behind: readonly string[]) => readonly string[]

const takeNone: TakeValues = () => []
const takeOne: TakeValues = (behind) => behind.slice(0, 1)

/** How many of the arguments after an option are its values. */
const valuesBehind: Readonly<Record<ArgumentKind, TakeValues>> = {
  positional: takeNone,
  // Without an id the option opens a picker, and the next argument is the prompt.
  session: ([next = '']) => (isSessionId(next) && !next.startsWith('-') ? [next] : []),
  prompt: takeOne,
  listed: (behind) => {
    const end = behind.findIndex((argument) => argument.startsWith('-'))
    return end < 0 ? behind : behind.slice(0, end)
  },
  valued: takeOne,
  flag: takeNone,
}

const isSessionId = (value: string | undefined): boolean => value !== undefined && /^[\w-]{8,}$/.test(value)

function readLine(args: readonly string[], program: AgentProgram): ReadLine {
  const options: string[] = []
  const positionals: string[] = []
  let headless = false
  let named: string | undefined
  /** A sub-command has its session behind its options. */
  let isAsked = false
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index]!
    const [name = ''] = argument.startsWith('--') ? argument.split('=', 1) : [argument]
    const kind = kindOf(name, program)
    const isInline = name !== argument
    const values = isInline ? [] : valuesBehind[kind](args.slice(index + 1))
    index += values.length
    headless ||= program.headless.includes(name)
    if (kind === 'positional') {
      if (isAsked && isSessionId(argument)) named = argument
      else if (!program.headless.includes(argument)) positionals.push(argument)
      isAsked = false
    } else if (kind === 'session') {
      const [id] = isInline ? [argument.slice(name.length + 1)] : values
      if (isSessionId(id)) named = id
      isAsked = id === undefined && !name.startsWith('-')
    } else if (kind !== 'prompt') options.push(argument, ...values)
  }
  return { options, positionals, headless, named }
}

/** The session id in a command such as `claude --resume ID`. */
export function namedSession(command: readonly string[], { program, index }: FoundProgram): string | undefined {
  return readLine(command.slice(index + 1), program).named
}

/**
 * The command that resumes a session. The first prompt is dropped: it was submitted already, and would be carried out a second
 * time.
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
