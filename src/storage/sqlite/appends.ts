import { encodeText } from '../encode-text.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { StoreError } from '../store-error.ts'
import { SEALED_COLUMNS } from './columns.ts'
import { type Appended, damaged, parseAppended, parseSession } from './parse-rows.ts'
import { rowChecksum } from './row-checksum.ts'
import { saveSession } from './save-session.ts'
import type { ShortAppend } from './short-append.ts'
import type { Statements } from './statements.ts'

/** The most rows in `appends`. More rows moved at once cost fewer pages each, but make the append that moves them slower. */
const most = 512

/** The most sessions with rows in `appends`: each is checked after the commit of another connection, and moved by itself. */
const mostSessions = 128

const COLUMNS = 'session, key, place, content_digest, prefix, revision, checksum, meta, raw'

const ADD = `
  INSERT INTO appends (id, session, key, place, content_digest, prefix, revision, count, updated_at, checksum, seal, meta, raw)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const KNOWN = 'SELECT coalesce(sum(seal), 0) AS seals FROM appends WHERE id IN (SELECT value FROM json_each(?))'

const BEHIND = `SELECT ${SEALED_COLUMNS.join(', ')}, seal FROM appends WHERE id > ? ORDER BY id`

const APPENDED = 'SELECT * FROM appends WHERE session = ?'

const COUNT = 'SELECT count(*) AS rows FROM appends WHERE session = ?'

/** `OR ROLLBACK`: a failure ends the transaction. To undo this statement alone, SQLite would first copy each page into a file. */
const MOVE = `
  INSERT OR ROLLBACK INTO messages (${COLUMNS}) SELECT ${COLUMNS} FROM appends WHERE session = ? ORDER BY id`

/**
 * The table `appends`: recently appended messages, with the new revision, count and head of their sessions, whose own rows are
 * not updated yet. An append then writes one page, the last of a small table; the rows of session, message and prefix index would
 * be on three. Any other change of a session moves its rows to `messages` first; when the table is full, the next append moves all.
 *
 * This is a cache of the table for one connection, valid until another connection commits (`OwnSessions`).
 */
export class Appends {
  /** The newest row of each session, by the encoded session id. */
  readonly #newest: Map<string, Appended> = new Map()
  readonly #oldest: Map<string, Appended> = new Map()
  /** All undamaged rows. */
  #rows: Appended[] = []
  readonly #damaged: Set<string> = new Set()
  #size = 0
  /** The highest row id. Rows are added only after all were read, so new ones have higher ids. */
  #last = 0
  #isKnown = false
  #areOwn = false

  /** Whether there are rows, and this connection may have written some of them. */
  get areOwn(): boolean {
    return this.#areOwn && !this.isEmpty
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  /** The encoded ids of the sessions that have rows here. */
  get sessions(): readonly string[] {
    return [...this.#newest.keys()]
  }

  /** The newest row of each of those sessions. */
  newest(): readonly Appended[] {
    return [...this.#newest.values()]
  }

  /** The rows at which a conversation had this digest as its head. */
  endingWith(digest: string): readonly Appended[] {
    return this.#rows.filter(({ head }) => head === digest)
  }

  has(id: string): boolean {
    return this.#newest.has(id)
  }

  /**
   * The rows of a session. A missing row fails the transaction: the next one reads the table anew, and acknowledges no append after it.
   *
   * @throws StoreError `corrupt`
   */
  rowsOf(sql: Statements, id: string): readonly unknown[] {
    const [oldest, newest] = [this.#oldest.get(id), this.#newest.get(id)]
    if (oldest === undefined || newest === undefined) return []
    const rows = sql.all(APPENDED, id)
    if (rows.length !== newest.key - oldest.key + 1) throw damaged('appends')
    return rows
  }

  /** To be called after a failed transaction: the cache contains changes that were rolled back. */
  forget(): void {
    this.#isKnown = false
  }

  /**
   * Updates the cache after a commit of another connection: if the known rows are still there, only newer ones are read, else all.
   *
   * @throws StoreError `corrupt`
   */
  read(sql: Statements): void {
    if (!this.#isKnown || !this.#areThere(sql)) this.#prove(sql)
    for (const row of sql.all(BEHIND, this.#last)) this.#take(sql, row)
    this.#isKnown = true
  }

  /**
   * Whether the known rows are still there. A session's rows are moved together, and no key is given twice (I14): if its newest row
   * is there with the same seal, so are those before it. Checking every row takes longer than an append, so a row that another
   * program deleted is noticed only when the session is read or its rows are moved.
   */
  #areThere(sql: Statements): boolean {
    if (this.#damaged.size > 0) return false
    if (this.isEmpty) return true
    const newest = this.newest()
    const { seals } = Object(sql.get(KNOWN, JSON.stringify(newest.map(({ id }) => id)))) as { readonly seals: number }
    return seals === newest.reduce((sum, { seal }) => sum + seal, 0)
  }

  /**
   * Clears the cache and lets SQLite check the table. The rows are trusted without reading the messages, and no later check would
   * notice that a row at the end is lost.
   */
  #prove(sql: Statements): void {
    this.#newest.clear()
    this.#oldest.clear()
    this.#damaged.clear()
    this.#rows = []
    this.#size = this.#last = 0
    const findings = sql.all('PRAGMA integrity_check(appends)').map((row) => Object.values(Object(row)).join())
    if (findings.join() !== 'ok')
      throw new StoreError({ code: 'corrupt', message: 'SQLite finds the table appends damaged.' })
  }

  #take(sql: Statements, row: unknown): void {
    const appended = parseAppended(row)
    const { id, session } = Object(row) as { readonly id: number; readonly session: string }
    this.#last = id
    this.#size += 1
    if (appended === null) {
      // The session id is in the damaged row itself: if no session has that id, the row may belong to any.
      if (sql.get('SELECT 1 FROM sessions WHERE id = ?', session) === undefined) throw damaged('appends')
      this.#damaged.add(session)
      return
    }
    const before = this.#newest.get(session)
    if (before && (appended.key !== before.key + 1 || appended.count !== before.count + 1)) this.#damaged.add(session)
    this.#keep(appended)
  }

  #keep(appended: Appended): void {
    this.#rows.push(appended)
    this.#newest.set(appended.session, appended)
    if (!this.#oldest.has(appended.session)) this.#oldest.set(appended.session, appended)
  }

  /**
   * The session after its rows in `appends`, given its own row.
   *
   * @throws StoreError `corrupt` when they are damaged
   */
  over(session: SessionRow): SessionRow {
    if (this.isEmpty) return session
    const id = encodeText(session.sessionID)
    if (this.#damaged.has(id)) throw damaged('appends')
    const [oldest, newest] = [this.#oldest.get(id), this.#newest.get(id)]
    if (oldest === undefined || newest === undefined) return session
    if (oldest.key !== session.nextKey || oldest.count !== session.count + 1) throw damaged('appends')
    const { key, revision, count, head, updatedAt } = newest
    return { ...session, revision, count, head, nextKey: key + 1, updatedAt }
  }

  add(sql: Statements, { session, messages }: ShortAppend): void {
    const id = encodeText(session.sessionID)
    const isFull = this.#newest.size >= mostSessions && !this.has(id)
    if (this.#size >= most || isFull) this.settleAll(sql)
    // `over` may not have run: the session's row may come from `OwnSessions`, from before the damage was found.
    if (this.#damaged.has(id)) throw damaged('appends')
    const count = session.count - messages.length
    for (const [index, message] of messages.entries()) this.#add(sql, id, message, count + index + 1, session.updatedAt)
  }

  #add(sql: Statements, session: string, message: MessageRow, count: number, updatedAt: number): void {
    const { key, place, contentDigest, prefix, revision, meta, raw } = message
    const id = this.#last + 1
    const checksum = rowChecksum(session, key, contentDigest, prefix, revision, meta, raw)
    const seal = rowChecksum(id, session, key, place, contentDigest, prefix, revision, count, updatedAt, checksum)
    sql.run(ADD, id, session, key, place, contentDigest, prefix, revision, count, updatedAt, checksum, seal, meta, raw)
    this.#last = id
    this.#size += 1
    this.#areOwn = true
    this.#keep({ id, session, key, revision, count, head: String(prefix), updatedAt, seal })
  }

  /**
   * Moves the rows of a session to `messages`, and updates the session's row.
   *
   * @throws StoreError `corrupt` when they are damaged, or `messages` already has rows with their keys
   */
  settle(sql: Statements, id: string): void {
    if (this.has(id)) this.#move(sql, id, this.#whole(sql, id))
  }

  /** The session's row after the move, once its rows are checked. Writes nothing. */
  #whole(sql: Statements, id: string): SessionRow {
    const former = parseSession(sql.get('SELECT * FROM sessions WHERE id = ?', id))
    if (sql.get('SELECT 1 FROM messages WHERE session = ? AND key >= ?', id, former.nextKey) !== undefined)
      throw damaged('messages')
    const session = this.over(former)
    // Only the newest row was checked since they were read (`#areThere`), so they are counted.
    const { rows } = Object(sql.get(COUNT, id)) as { readonly rows: number }
    if (rows !== session.count - former.count) {
      this.#damaged.add(id)
      throw damaged('appends')
    }
    return session
  }

  #move(sql: Statements, id: string, session: SessionRow): void {
    const others = this.#rows.filter((row) => row.session !== id)
    sql.run(MOVE, id)
    this.#size -= sql.run('DELETE FROM appends WHERE session = ?', id).changes
    this.#newest.delete(id)
    this.#oldest.delete(id)
    this.#rows = others
    if (this.#damaged.size === 0) this.#last = others.at(-1)?.id ?? 0
    saveSession(sql, session)
  }

  /** Moves the rows of all sessions, except those that are damaged. */
  settleAll(sql: Statements): void {
    for (const id of this.sessions) {
      let session: SessionRow
      try {
        session = this.#whole(sql, id)
      } catch (error) {
        if (!StoreError.isInstance(error)) throw error
        continue
      }
      this.#move(sql, id, session)
    }
  }
}
