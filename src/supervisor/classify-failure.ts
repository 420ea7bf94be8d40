import { isRecord } from '../json/is-record.ts'
import { detectErrorType } from '../repair/detect-error-type.ts'
import type { ExitReport, Failure, FailureClass } from './failure.ts'
import { ownValue } from '../json/own-value.ts'

/** Codes of the operating system, Node, OpenSSH or HTTP: they are facts, while words are guesses. */
const byCode: Readonly<Record<string, FailureClass>> = {
  ECONNREFUSED: 'network',
  ECONNRESET: 'network',
  ECONNABORTED: 'network',
  EHOSTUNREACH: 'network',
  ENETUNREACH: 'network',
  ENETDOWN: 'network',
  ENOTFOUND: 'network',
  EAI_AGAIN: 'network',
  EPIPE: 'network',
  ETIMEDOUT: 'timeout',
  ABORT_ERR: 'timeout',
  EACCES: 'auth',
  EPERM: 'auth',
  ENOMEM: 'oom',
  ERR_WORKER_OUT_OF_MEMORY: 'oom',
  ENOSPC: 'resource',
  EMFILE: 'resource',
  ENFILE: 'resource',
  EAGAIN: 'resource',
  '401': 'auth',
  '403': 'auth',
  '408': 'timeout',
  '504': 'timeout',
}

/** Whole words; earlier rows win. `prompt` is derived from `timeout`: a prompt counts only if something timed out at it. */
const byWord: readonly (readonly [type: FailureClass, words: RegExp])[] = [
  ['network', /\b(?:networks?|connections?|disconnected|unreachable|dns|e(?:conn\w+|hostunreach|netunreach))\b/],
  [
    'timeout',
    /\b(?:timeouts?|timed[ -]out|time[ -]out|etimedout|unresponsive|not responding|no response|hangs?|hung)\b/,
  ],
  ['oom', /\b(?:memory|oom|enomem)\b/],
  ['resource', /\b(?:resources?|enospc|emfile|no space left|disk full|quota)\b/],
  [
    'auth',
    /\b(?:permissions?|auth|authentication|authenticated?|authori[sz]ation|unauthori[sz]ed|unauthenticated|forbidden|credentials?|eacces|eperm)\b/,
  ],
]

const atPrompt = /\b(?:prompts?|interactive)\b/
const unresponsive = /\b(?:unresponsive|not responding|hangs?|hung)\b/

function ofText(text: string): FailureClass {
  if (detectErrorType(text) !== null) return 'structural'
  const folded = text.toLowerCase()
  const found = byWord.find(([, words]) => words.test(folded))?.[0] ?? 'unknown'
  if (found !== 'timeout') return found
  if (atPrompt.test(folded)) return 'prompt'
  return unresponsive.test(folded) ? 'unresponsive' : 'timeout'
}

function ofError(error: unknown): FailureClass {
  if (error === undefined || error === null) return 'unknown'
  if (detectErrorType(error) !== null) return 'structural'
  for (let cause: unknown = error, depth = 0; isRecord(cause) && depth < 8; cause = cause['cause'], depth += 1)
    for (const key of ['code', 'errno', 'status', 'statusCode']) {
      const found = ownValue(byCode, String(cause[key]))
      if (found !== undefined) return found
    }
  const text = error instanceof Error ? error.message : typeof error === 'string' ? error : ''
  return text === '' ? 'unknown' : ofText(text)
}

/**
 * The class of a failure: the given one, else by the error (codes, then its message), else by words of the text.
 *
 * @example
 * classifyFailure({ text: 'author field missing' }) // 'unknown'
 */
export function classifyFailure({ class: named, text, error }: Failure): FailureClass {
  if (named !== undefined && named !== 'unknown') return named
  const known = ofError(error)
  return known === 'unknown' && text !== undefined ? ofText(text) : known
}

/** Signals and exit codes of a program that ends on request or successfully; `systemd.service(5)`, SuccessExitStatus=. */
const asked: ReadonlySet<string | number | null> = new Set(['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGPIPE', 0, 129, 130, 143])

/** Whether the program ended because it was done, or was asked to. */
export function isOrderlyExit({ code, signal }: ExitReport): boolean {
  return signal === null ? asked.has(code) : asked.has(signal)
}

/** Exit codes that mean more than "failed". 137 is 128 + SIGKILL: what a shell reports after the kernel's OOM killer. */
const byExitCode: Readonly<Record<number, FailureClass>> = { 137: 'signal', 134: 'oom', 255: 'exit' }

/** The class of an exit; the program's last output is searched for known errors, too. */
export function classifyExit({ code, signal, connectionLost = false }: ExitReport, output: string): FailureClass {
  if (connectionLost) return 'network'
  if (/JavaScript heap out of memory|Cannot allocate memory|MemoryError\b/.test(output)) return 'oom'
  if (detectErrorType(output) !== null) return 'structural'
  if (signal !== null) return 'signal'
  return (code === null ? undefined : byExitCode[code]) ?? 'exit'
}
