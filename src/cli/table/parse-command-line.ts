import { parseArgs } from 'node:util'
import { CliError } from '../cli-error.ts'
import { commands } from './commands.ts'
import type { CommandSpec, Invocation } from './command.ts'
import { globalOptions } from './global-options.ts'
import { nearest } from './nearest.ts'
import { optionValues } from './option-values.ts'

export interface ParsedLine {
  /** Absent: the tool itself was asked (`--help`, `--version`, or nothing at all). */
  readonly command?: CommandSpec
  readonly invocation: Invocation
}

const askHelp = 'See: session-recovery --help'

function suggestion(given: string, known: readonly string[], prefix = ''): string {
  const near = nearest(given, known)
  return near === undefined ? '' : ` Did you mean ${prefix}${near}?`
}

function findCommand(name: string): CommandSpec {
  const command = commands.find((each) => each.name === name)
  if (command) return command
  const names = commands.map((each) => each.name)
  throw new CliError('usage', `There is no command ${JSON.stringify(name)}.${suggestion(name, names)}`, askHelp)
}

/** parseArgs stops at the first mistake and words it for programmers; the tokens tell enough to say it better. */
function checkOptions(command: CommandSpec | undefined, args: readonly string[]): void {
  const known = { ...globalOptions, ...command?.options }
  const see = command ? `See: session-recovery ${command.name} --help` : askHelp
  const { tokens } = parseArgs({ args: [...args], options: known, strict: false, tokens: true, allowPositionals: true })
  for (const token of tokens) {
    if (token.kind === 'option-terminator') return
    if (token.kind !== 'option') continue
    const spec = known[token.name]
    if (!spec) {
      const near = suggestion(token.name, Object.keys(known), '--')
      throw new CliError('usage', `There is no option ${token.rawName}.${near}`, see)
    }
    const isMissing = spec.mayBeEmpty ? token.value === undefined : !token.value
    if (spec.type === 'string' && (isMissing || (!token.inlineValue && /^--\w/.test(token.value ?? ''))))
      throw new CliError('usage', `Option --${token.name} needs a value: ${spec.value ?? 'VALUE'}.`, see)
    if (spec.type === 'boolean' && token.value !== undefined)
      throw new CliError('usage', `Option --${token.name} takes no value.`, see)
    if (spec.choices && token.value !== undefined && !spec.choices.includes(token.value))
      throw new CliError(
        'usage',
        `--${token.name} ${token.value}: not one of ${spec.choices.join(', ')}.${suggestion(token.value, spec.choices)}`,
        see,
      )
  }
}

/** An option that would be passed over in silence means that something else was wanted. */
function checkCompany(command: CommandSpec, { options, positionals, rest }: Invocation): void {
  const see = `See: session-recovery ${command.name} --help`
  const isGiven = (name: string): boolean => options.flag(name) || options.list(name).length > 0
  const [word = rest.length > 0 || command.passesRest ? '--' : command.positionals[0]?.otherwise] = positionals
  for (const [name, { of, beside, without = [] }] of Object.entries(command.options).filter(([each]) =>
    isGiven(each),
  )) {
    const other = without.find(isGiven)
    if (other !== undefined)
      throw new CliError('usage', `--${name} and --${other} cannot be had at once.`, 'Leave one of them out.')
    if (beside !== undefined && !isGiven(beside))
      throw new CliError('usage', `--${name} needs --${beside}.`, `Add it, or leave --${name} out. ${see}`)
    if (of && !of.includes(word ?? ''))
      throw new CliError(
        'usage',
        `--${name} belongs to ${of.map((each) => `${command.name} ${each === '--' ? '-- COMMAND' : each}`).join(', ')}.`,
        see,
      )
  }
}

function checkPositionals(command: CommandSpec, given: readonly string[]): void {
  const see = `See: session-recovery ${command.name} --help`
  if (given.includes(''))
    throw new CliError('usage', `An argument of ${command.name} is empty.`, `A variable may not be set. ${see}`)
  const missing = command.positionals.filter(({ required }) => required)[given.length]
  if (missing) throw new CliError('usage', `${command.name} needs ${missing.name}.`, see)
  const most = command.positionals.some(({ variadic }) => variadic) ? Infinity : command.positionals.length
  if (given.length > most)
    throw new CliError('usage', `${command.name} does not take ${JSON.stringify(given[most])}.`, see)
}

/**
 * Reads a command line by the table of commands.
 *
 * @throws CliError `usage`
 * @example
 * parseCommandLine(['doctor', '--json']).command?.name // 'doctor'
 */
export function parseCommandLine(argv: readonly string[]): ParsedLine {
  if (argv[0] === 'help') return parseCommandLine([...argv.slice(1), '--help'])
  const [first] = argv
  const command = first === undefined || first.startsWith('-') ? undefined : findCommand(first)
  const args = command ? argv.slice(1) : argv
  const end = command?.passesRest ? args.indexOf('--') : -1
  const own = end < 0 ? args : args.slice(0, end)
  checkOptions(command, own)
  const options = { ...globalOptions, ...command?.options }
  const { values, positionals } = parseArgs({ args: [...own], options, strict: false, allowPositionals: true })
  const invocation = { options: optionValues(values), positionals, rest: end < 0 ? [] : args.slice(end + 1) }
  if (!invocation.options.flag('help') && command) {
    checkPositionals(command, positionals)
    checkCompany(command, invocation)
  }
  if (!command && positionals[0] !== undefined) findCommand(positionals[0])
  return { ...(command && { command }), invocation }
}
