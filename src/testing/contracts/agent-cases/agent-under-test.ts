import type { Agent, AgentEnvironment, AgentSession, SessionRef } from '../../../agents/agent.ts'
import type { FormatName } from '../../../formats/format-name.ts'
import type { Edit } from '../../../transcript/edit.ts'

/** A way to damage a stored session. The path is that of the session's file, or of its database. */
export interface Damage {
  readonly what: string
  readonly apply: (path: string) => void
}

/** What the conformance suite needs of an agent. */
export interface AgentUnderTest {
  readonly agent: Agent
  /** Stores a small healthy session as the agent would, below `home`. The texts of the session contain `secret`. */
  readonly store: (home: string) => StoredForTest
  readonly format: FormatName
  /** The messages of that session, as the agent would send them. */
  readonly messages: readonly unknown[]
  /** Makes lists comparable that cut one conversation into messages differently; default: compared as they are. */
  readonly normalise?: (messages: readonly unknown[]) => unknown
  /** Edits that the storage can hold. */
  readonly edits: readonly Edit[]
  /** A text of the content that may appear nowhere else (I12). */
  readonly secret: string
  /** Ways to damage the session; a repair without edits must cure each as far as the storage permits. */
  readonly damages: (path: string) => readonly Damage[]
  /** Sets the time of the session's newest write, when the storage does not take it from the file's time. */
  readonly date?: (path: string, at: Date) => void
  /** The complete content of the storage, to the byte, when it is more than the bytes of the file (a database). */
  readonly contentOf?: (path: string) => unknown
  /** Turns the stored session into one of an unknown release; absent when the storage names no release. */
  readonly makeUnknown?: (path: string) => void
  /** The agent's discovery does not find such sessions. */
  readonly notDiscovered?: boolean
}

export interface StoredForTest {
  readonly path: string
  readonly id: string
  readonly environment: AgentEnvironment
}

/** A stored session and the folder for its backups. */
export interface AgentScene extends StoredForTest {
  readonly subject: AgentUnderTest
  readonly backups: string
  readonly ref: () => Promise<SessionRef>
  readonly open: () => Promise<AgentSession>
}

/** One promise of the contract; its title is the failure that it excludes. */
export interface AgentCase {
  readonly title: string
  readonly run: (subject: AgentUnderTest, scene: () => AgentScene) => Promise<void>
}
