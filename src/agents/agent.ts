import type { Liveness } from '../files/who-holds.ts'
import type { RepairedFile, RepairFileOptions } from '../files/repair-file.ts'
import type { FormatName } from '../formats/format-name.ts'
import type { Rules } from '../formats/rules.ts'
import type { WriteBytes } from '../record-log/write-record-log.ts'
import type { LogDamage } from '../record-log/log-entry.ts'
import type { Edit } from '../transcript/edit.ts'
import type { Evidence } from '../transcript/evidence.ts'
import type { Position } from '../transcript/transcript.ts'
import type { SessionFinding } from './session-finding.ts'

/** Agent programs whose sessions can be found on disk. `file` stands for any file of messages that no agent owns. */
export type AgentName = 'claude-code' | 'codex' | 'gemini-cli' | 'opencode' | 'hermes-webui' | 'file'

/** The environment in which an agent would look for its sessions. */
export interface AgentEnvironment {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Which session it is, and where it lies. */
export interface SessionPlace {
  readonly agent: AgentName
  /** The host's own id of the session. */
  readonly id: string
  /** The file, or the database, that holds it. */
  readonly path: string
  /** The session that started this one as a conversation of its own. */
  readonly parentId?: string
  /** Name of the project or folder, as far as the file's location tells. */
  readonly project?: string
}

/** A session that was found, not read yet. */
export interface SessionRef extends SessionPlace {
  /** The command-line name of the session when its short id is ambiguous. */
  readonly handle?: string
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** The place of a record in the host's storage: a line of a file, or a row. */
export interface RecordRef {
  /** Physical line, from 1; absent in a database. */
  readonly line?: number
  /** The host's id of the record, where it has one. */
  readonly id?: string
}

/** A provider's refusal of a conversation, as the program has stored it. */
export interface StoredRefusal {
  /** The provider's text. It may quote the conversation (I12). */
  readonly says: string
  readonly record: RecordRef
  /** When it was said; ms since 1970. Absent where the program does not tell. */
  readonly atMs?: number
}

/** One change to the host's storage. */
export interface RecordChange {
  readonly op: 'replaced' | 'removed' | 'inserted' | 'quarantined'
  readonly record: RecordRef
  /** `content`: the edits of the repair; `parent`: relinked; `damage`: bytes that are no record, or glued ones separated. */
  readonly why: 'content' | 'parent' | 'damage' | 'duplicate'
}

/** Takes damage that the written session does not hold any more, for a quarantine file. The backup holds it in any case. */
export type Quarantine = (damage: LogDamage) => Promise<void>

/** A repair turned into changes of the host's storage; nothing is written yet. */
export interface SessionWrite {
  /** Empty when the session is healthy and the plan was empty: then nothing is to be written (I1). */
  readonly changes: readonly RecordChange[]
  /** Streams the whole new file, for hosts that store files; absent for databases. */
  writeTo?(write: WriteBytes, quarantine?: Quarantine): Promise<void>
  /** Backs up, writes durably, records for undo. Throws a `FileWorkError`. */
  apply(options: RepairFileOptions & { readonly quarantine?: Quarantine }): Promise<RepairedFile>
}

/** A session that was read. The messages are those that the host would send, in the wire format `format`. */
export interface AgentSession {
  readonly ref: SessionRef
  readonly format: FormatName
  readonly messages: readonly unknown[]
  /** The known part of the rest of the request body (`model`...), for rules that depend on it. */
  readonly request?: Readonly<Record<string, unknown>>
  /** Rules that hold for this program's requests, whatever their model. */
  readonly rules?: Partial<Rules>
  /** Results that the storage holds in another place than the conversation. */
  readonly evidence?: Evidence
  /** Faults below the level of messages. */
  readonly findings: readonly SessionFinding[]
  /** The provider's refusal that the session is in now, where the program has kept its words. */
  readonly lastRefusal?: StoredRefusal | undefined
  /** The version that the session names. */
  readonly hostVersion?: string
  /** False when this release does not know the host version: the session may be shown, but not written. */
  readonly known: boolean
  /** The program's command that resumes this session, with the id that the program knows; absent: there is none. */
  readonly resume?: readonly string[]
  /** The records that hold a message or one of its blocks. */
  locate(position: Position): readonly RecordRef[]
  /** Turns edits of `messages`, and the repair of `findings`, into changes of the storage. */
  plan(edits: readonly Edit[]): SessionWrite
}

/** One agent program: where its sessions are, how they are read and written. */
export interface Agent {
  readonly name: AgentName
  /** Finds sessions without reading them. Folders that do not exist or may not be read hold none. */
  discover(environment: AgentEnvironment): AsyncIterable<SessionRef>
  /** Whether a file given by path is a session of this agent: the reference to it, or `undefined`. */
  recognise(path: string): Promise<SessionRef | undefined>
  /** Throws a `RecordLogError` or `FileWorkError` when the storage cannot be read at all; damage inside is a finding. */
  open(ref: SessionRef): Promise<AgentSession>
  /** Signs that the host is using the session. */
  live(ref: SessionPlace, recentMs?: number): Promise<Liveness>
}
