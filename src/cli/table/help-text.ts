import type { Output } from '../output/output.ts'
import { commands } from './commands.ts'
import type { CommandSpec, OptionSpec } from './command.ts'
import { globalOptions } from './global-options.ts'

const usualExits =
  '0 healthy or all fixed, 1 findings are left, 2 wrong usage or an error, 3 refused (nothing was written)'

/** The longest line of the help. */
const columns = 120

/** The words of a text in lines of at most so many characters; a longer word has its own line. */
function linesOf(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= room) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** Two columns; a text too long for the right one wraps within it. */
function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length))
  const indent = `\n${' '.repeat(width + 4)}`
  return rows
    .map(([left, right]) => `  ${left.padEnd(width)}  ${linesOf(right, columns - width - 4).join(indent)}`)
    .join('\n')
}

/** The command and its arguments, as the first line of its help. */
export function usageOf({ name, positionals, passesRest }: CommandSpec): string {
  const places = positionals.map((each) => {
    const text = each.variadic ? `${each.name}...` : each.name
    return each.required ? text : `[${text}]`
  })
  return ['session-recovery', name, '[options]', ...places, ...(passesRest ? ['--', 'COMMAND...'] : [])].join(' ')
}

/** The form of an option, with its value. */
export function optionForm(name: string, { short, value, type }: OptionSpec): string {
  return `${short ? `-${short}, ` : ''}--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`
}

/** The help of an option, behind the subcommands that accept it. */
export function optionHelp({ of = [], help }: OptionSpec): string {
  const words = of.filter((word) => word !== '--')
  return words.length === 0 ? help : `${words.join(', ')}: ${help}`
}

function optionRows(options: Readonly<Record<string, OptionSpec>>): (readonly [string, string])[] {
  return Object.entries(options).map(([name, spec]) => {
    const choices = spec.choices ? `: ${spec.choices.join(', ')}` : ''
    return [optionForm(name, spec), optionHelp(spec) + choices] as const
  })
}

/** Help for one command, or for the tool. */
export function helpText(command: CommandSpec | undefined, style: Output['style']): string {
  const head = (text: string): string => style('bold', text)
  if (!command) {
    const rows = commands.map(({ name, summary }) => [name, summary] as const)
    return `${head('session-recovery')}: finds and repairs broken sessions of coding agents (Claude Code, Codex, Gemini CLI, opencode).

${head('Usage')}: session-recovery COMMAND [options]

${table(rows)}

${table(optionRows(globalOptions))}

${head('First')}: session-recovery doctor        ${head('More')}: session-recovery COMMAND --help
Exit codes: ${usualExits}.
`
  }
  const about = command.about ? `\n${command.about}\n` : ''
  const width = Math.max(...command.examples.map(({ line }) => line.length))
  const examples = command.examples.map(({ line, says }) => `  ${line.padEnd(width)}  ${style('dim', `# ${says}`)}`)
  return `${command.summary}
${about}
${head('Usage')}: ${usageOf(command)}

${head('Options')}:
${table(optionRows({ ...command.options, ...globalOptions }))}

${head('Examples')}:
${examples.join('\n')}

Exit codes: ${command.exits ?? usualExits}.
`
}
