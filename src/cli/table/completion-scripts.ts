import type { CommandSpec, OptionSpec } from './command.ts'
import { globalOptions } from './global-options.ts'
import { optionHelp } from './help-text.ts'

const optionsOf = ({ options }: CommandSpec): [string, OptionSpec][] => Object.entries({ ...options, ...globalOptions })

/** Words for a value or a place; undefined where files fit, empty where nothing can be offered. */
function wordsOf(completes: OptionSpec['completes'] = []): readonly string[] | undefined {
  return typeof completes === 'object' ? completes : undefined
}

function bash(commands: readonly CommandSpec[]): string {
  const cases = commands.map((command) => {
    const values = optionsOf(command)
      .filter(([, { type }]) => type === 'string')
      .map(([name, { choices, completes }]) => {
        const words = choices ?? wordsOf(completes)
        const reply = words === undefined ? 'compgen -f -- "$cur"' : `compgen -W "${words.join(' ')}" -- "$cur"`
        return `        --${name}) mapfile -t COMPREPLY < <(${reply}); return;;`
      })
    const flags = optionsOf(command).map(([name]) => `--${name}`)
    const words = wordsOf(command.positionals[0]?.completes)
    const place = words === undefined ? 'compgen -f -- "$cur"' : `compgen -W "${words.join(' ')}" -- "$cur"`
    return `    ${command.name})
      case "$prev" in
${values.join('\n')}
      esac
      if [[ "$cur" == -* ]]; then mapfile -t COMPREPLY < <(compgen -W "${flags.join(' ')}" -- "$cur")
      else mapfile -t COMPREPLY < <(${place}); fi;;`
  })
  return `# bash completion for session-recovery
_session_recovery() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "${commands.map(({ name }) => name).join(' ')} --help --version" -- "$cur")
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
}
complete -o filenames -F _session_recovery session-recovery
`
}

/** Text inside single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

function zsh(commands: readonly CommandSpec[]): string {
  const text = (help: string): string => help.replaceAll(/[[\]:\\]/g, String.raw`\$&`)
  const cases = commands.map((command) => {
    const specs = optionsOf(command).map(([name, spec]) => {
      const { type, choices, completes, value, multiple } = spec
      const words = choices ?? wordsOf(completes)
      const action = words === undefined ? '_files' : words.length > 0 ? `(${words.join(' ')})` : ' '
      const argument = type === 'string' ? `:${text(value ?? 'value')}:${action}` : ''
      return quoted(`${multiple ? '*' : ''}--${name}[${text(optionHelp(spec))}]${argument}`)
    })
    const places = command.positionals.map(({ name, variadic, completes }) => {
      const words = wordsOf(completes)
      const action = words === undefined ? '_files' : words.length > 0 ? `(${words.join(' ')})` : ' '
      return quoted(`${variadic ? '*' : ''}:${text(name)}:${action}`)
    })
    return `    ${command.name}) _arguments ${[...specs, ...places].join(' ')};;`
  })
  return `#compdef session-recovery
_session_recovery() {
  if ((CURRENT == 2)); then
    local -a names=(${commands.map(({ name, summary }) => quoted(`${name}:${text(summary)}`)).join(' ')})
    _describe command names
    return
  fi
  shift words
  ((CURRENT--))
  case "$words[1]" in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _session_recovery ]; then _session_recovery "$@"; else compdef _session_recovery session-recovery; fi
`
}

function fish(commands: readonly CommandSpec[]): string {
  const lines = commands.flatMap((command) => {
    const here = `complete -c session-recovery -n '__fish_seen_subcommand_from ${command.name}'`
    const options = optionsOf(command).map(([name, spec]) => {
      const { type, choices, completes, short } = spec
      const words = choices ?? wordsOf(completes)
      const value = type === 'boolean' ? '' : words === undefined ? ' -r -F' : ` -x -a ${quoted(words.join(' '))}`
      return `${here} -l ${name}${short ? ` -s ${short}` : ''}${value} -d ${quoted(optionHelp(spec))}`
    })
    const words = command.positionals.length === 0 ? [] : wordsOf(command.positionals[0]?.completes)
    return [
      `complete -c session-recovery -n __fish_use_subcommand -f -a ${command.name} -d ${quoted(command.summary)}`,
      ...options,
      ...(words === undefined ? [] : [`${here} -f${words.length > 0 ? ` -a ${quoted(words.join(' '))}` : ''}`]),
    ]
  })
  return `# fish completion for session-recovery\n${lines.join('\n')}\n`
}

/** Completion scripts, made from a table of commands. */
export const completionScripts: Readonly<Record<string, (commands: readonly CommandSpec[]) => string>> = {
  bash,
  zsh,
  fish,
}
