import type { Agent, AgentEnvironment, AgentSession, SessionRef } from '../../../agents/agent.ts'
import type { FormatName } from '../../../formats/format-name.ts'
import type { Edit } from '../../../transcript/edit.ts'

/** One way to damage a stored session. The path is that of the session's file, or of its database. */
export interface Damage {
  readonly what: string
  readonly apply: (path: string) => void
}

/** What the conformance suite has to know of an agent. */
export interface AgentUnderTest {
  readonly agent: Agent
  /** Stores a small healthy session as the agent would, below `home`. The texts of the session contain `secret`. */
  readonly store: (home: string) => StoredForTest
  readonly format: FormatName
  /** The messages of that session, as the agent would send them. */
  readonly messages: readonly unknown[]
  /** The same list whatever way a conversation is cut into messages; default: as it is. */
  readonly normalise?: (messages: readonly unknown[]) => unknown
  /** Edits that the storage can hold. */
  readonly edits: readonly Edit[]
  /** A text that stands in the content and may not stand anywhere else (I12). */
  readonly secret: string
  /** Ways to damage it, each of which a repair without edits must cure as far as the storage goes. */
  readonly damages: (path: string) => readonly Damage[]
  /** Dates the session's newest write, where the storage tells it otherwise than by the time of its file. */
  readonly date?: (path: string, at: Date) => void
  /** All that the storage holds, to the byte, where that is not the bytes of its file: a database keeps its own house. */
  readonly contentOf?: (path: string) => unknown
  /** Turns the stored session into one of a release that is not known; absent where the storage names none. */
  readonly makeUnknown?: (path: string) => void
  /** The agent does not search for such sessions. */
  readonly notDiscovered?: boolean
}

export interface StoredForTest {
  readonly path: string
  readonly id: string
  readonly environment: AgentEnvironment
}

/** A stored session with the folder for its backups. */
export interface AgentScene extends StoredForTest {
  readonly subject: AgentUnderTest
  readonly backups: string
  readonly ref: () => Promise<SessionRef>
  readonly open: () => Promise<AgentSession>
}

/** One promise of the contract; the title is the failure that it excludes. */
export interface AgentCase {
  readonly title: string
  readonly run: (subject: AgentUnderTest, scene: () => AgentScene) => Promise<void>
}
