import type { AgentName, SessionRef } from '../../../agents/agent.ts'

/** The command line of an agent program, as far as a resume needs it. */
export interface AgentProgram {
  readonly agent: AgentName
  /** Names of its executable, or of its script when an interpreter runs it. */
  readonly executables: readonly string[]
  /** Options that take one value. Everything else that begins with a dash takes none. */
  readonly valued: readonly string[]
  /** Options that take every argument up to the next option. */
  readonly listed?: readonly string[]
  /** Options and sub-commands that select a session; a resume replaces them. */
  readonly session: readonly string[]
  /** Options whose value is a prompt; they are dropped at a resume. */
  readonly promptOptions?: readonly string[]
  /** Options or sub-commands for a run without a terminal. */
  readonly headless: readonly string[]
  /** Whether positional arguments are kept at a resume; otherwise they are the prompt. */
  readonly keepsPositionals?: boolean
  /** The arguments that resume a session. */
  resume(line: ResumedLine): readonly string[]
  /** Whether a session belongs to a program that runs in `cwd`; true if that cannot be determined. */
  belongsTo(ref: SessionRef, cwd: string): Promise<boolean>
  /** The session id that the program accepts. */
  idOf(ref: SessionRef): Promise<string>
}

/** A parsed command line that is to resume a session. */
export interface ResumedLine {
  readonly id: string
  /** Without prompts, sub-commands and options about sessions. */
  readonly options: readonly string[]
  readonly positionals: readonly string[]
  /** The prompt for a run without a terminal; undefined for an interactive one. */
  readonly prompt: string | undefined
}
