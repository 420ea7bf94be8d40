import type { AgentName, SessionRef } from '../../../agents/agent.ts'

/** What the supervisor knows of the command line of an agent program. */
export interface AgentProgram {
  readonly agent: AgentName
  /** Names of its executable, or of the script that an interpreter is given. */
  readonly executables: readonly string[]
  /** Options that take one value. Everything else that begins with a dash takes none. */
  readonly valued: readonly string[]
  /** Options that take every argument up to the next option. */
  readonly listed?: readonly string[]
  /** Options and sub-commands that say which session to begin with: the resume decides that now. */
  readonly session: readonly string[]
  /** The options whose value, or the sub-commands behind which a positional argument, is the prompt of a run without a terminal. */
  readonly promptOptions?: readonly string[]
  readonly headless: readonly string[]
  /** Positional arguments are kept: they are no prompt. */
  readonly keepsPositionals?: boolean
  /** The arguments that go on with a session. */
  resume(line: ResumedLine): readonly string[]
  /** Whether a session belongs to a program that runs in a folder; as far as that can be told. */
  belongsTo(ref: SessionRef, cwd: string): Promise<boolean>
  /** The id as the program itself takes it. */
  idOf(ref: SessionRef): Promise<string>
}

/** A command line that is to go on with a session. */
export interface ResumedLine {
  readonly id: string
  /** Without prompts, sub-commands and options about sessions. */
  readonly options: readonly string[]
  readonly positionals: readonly string[]
  /** Set when the program runs without a terminal: what it is told to do. */
  readonly prompt: string | undefined
}
