import { isRecord } from '../../json/is-record.ts'
import { fields, listOf, type Mend, orElse, text, whole } from '../mend.ts'

const streams = fields({ stdout: orElse(text, ''), stderr: orElse(text, '') })

/** The output of a command with its outcome; a bare text is its stdout. */
export const printed: Mend = (value) => {
  const said = streams(typeof value === 'string' ? { stdout: value } : value)
  if (!isRecord(said)) return undefined
  const ending = endingOf(said)
  if (ending === said['outcome']) return said
  const { exit_code: _told, ...rest } = said
  return { ...rest, outcome: ending }
}

/** The outcome, as a word or an exit code; a failure without a code is read from stderr. */
function endingOf({ exit_code: beside, outcome: told, stderr, stdout }: Record<string, unknown>): unknown {
  const { exit_code: within, type } = isRecord(told) ? told : { exit_code: told, type: told }
  if (type === 'timeout') return isRecord(told) ? told : { type }
  const code = whole(within) ?? whole(beside) ?? Number(stdout === '' && stderr !== '')
  return isRecord(told) && type === 'exit' && code === within ? told : { type: 'exit', exit_code: code }
}

const commands = listOf(text)

/** The commands for a shell, each as a text. */
export const ordered: Mend = (value) => {
  if (!isRecord(value)) return undefined
  const { command, commands: several = command, ...rest } = value
  const list = typeof several === 'string' ? [several] : commands(several)
  if (!Array.isArray(list) || list === value['commands']) return value
  return { ...rest, commands: several === command ? [list.join(' ')] : list }
}

/** The words of a local shell's single command. */
export const worded: Mend = (value) => (typeof value === 'string' ? [value] : commands(value))
