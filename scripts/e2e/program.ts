import type { Saying, Turn } from './conversation.ts'

/** One way to damage a turn of a stored session: changes files below the home folder of a program. Throws `NothingToDamageError` when it finds nothing to change. */
export interface Damage {
  readonly name: string
  /** The turns that hold what it damages; default: all. */
  readonly turns?: readonly Turn[]
  /** The program itself stops before anything is sent, or before a plugin is asked: only the file can be repaired. */
  readonly onlyOnDisk?: readonly ('run --' | 'plugin')[]
  /** What of that turn the damage itself takes away; all else that was said in the session must reach the next request. */
  loses?(turn: Turn): readonly Saying[]
  /** A program that goes on using the storage while it is repaired: what to start. It is ready when it has told so. */
  beside?(bin: string, home: string): ProgramCommand & { readonly ready: RegExp }
  apply(home: string, turn: Turn): Promise<void> | void
}

/** A command of a program: what to spawn, where, with which variables. */
export interface ProgramCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string
}

/** A real agent program, and how to run it headless against an emulator. */
export interface Program {
  readonly name: string
  /** What `session-recovery --agent` calls it. */
  readonly agent: string
  /** The pinned package, and its executable below `node_modules`. */
  readonly spec: string
  readonly bin: string
  /** The variables that tell where its sessions are; default: none but HOME. */
  places?(home: string): Readonly<Record<string, string>>
  /** Its healthy sessions already break on a resume: each turn is made after a repair. */
  readonly healsFirst?: boolean
  /** Writes settings into a new home. `url` is the emulator's. */
  prepare(home: string, url: string): Promise<void>
  /** The command that begins a session with a prompt. */
  first(bin: string, home: string, url: string, prompt: string): ProgramCommand
  /** The command that goes on with it. */
  resume(bin: string, home: string, url: string, session: string, prompt: string): ProgramCommand
  /** The id of the session that `first` made. */
  sessionOf(home: string, output: string): Promise<string>
  /** Adds our plugin to the settings, where the program has plugins. */
  addPlugin?(home: string, url: string): Promise<void>
  /** Puts the lines of docs/mcp.md into the settings, where the program is a client of MCP. */
  addMcpServer?(home: string): Promise<void>
  /** Arguments without which a headless run does not load them. */
  readonly mcpArguments?: readonly string[]
  /** Whether a run has worked. */
  worked(code: number | null, output: string): boolean
  readonly damages: readonly Damage[]
  /** The damage, by its name, that meets a session whose program was killed in a tool call. */
  readonly superviseDamage: string
}
