import { encodeText } from '../encode-text.ts'
import type { MessageRow, SessionRow } from '../rows.ts'
import { StoreError } from '../store-error.ts'
import { SEALED_COLUMNS } from './columns.ts'
import { type Appended, damaged, parseAppended, parseSession } from './parse-rows.ts'
import { rowChecksum } from './row-checksum.ts'
import { saveSession } from './save-session.ts'
import type { ShortAppend } from './short-append.ts'
import type { Statements } from './statements.ts'

/** Rows that wait. The more are moved at once, the fewer pages each of them takes; the longer takes the append that moves them. */
const most = 512

/** Sessions whose rows wait: each of them is looked for after the commit of another connection, and moved by itself. */
const mostSessions = 128

const COLUMNS = 'session, key, place, content_digest, prefix, revision, checksum, meta, raw'

const ADD = `
  INSERT INTO appends (id, session, key, place, content_digest, prefix, revision, count, updated_at, checksum, seal, meta, raw)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

const KNOWN = 'SELECT coalesce(sum(seal), 0) AS seals FROM appends WHERE id IN (SELECT value FROM json_each(?))'

const BEHIND = `SELECT ${SEALED_COLUMNS.join(', ')}, seal FROM appends WHERE id > ? ORDER BY id`

const APPENDED = 'SELECT * FROM appends WHERE session = ?'

const COUNT = 'SELECT count(*) AS rows FROM appends WHERE session = ?'

/** What fails ends the whole transaction. Could it end this statement alone, SQLite would copy each page aside first, into a file. */
const MOVE = `
  INSERT OR ROLLBACK INTO messages (${COLUMNS}) SELECT ${COLUMNS} FROM appends WHERE session = ? ORDER BY id`

/**
 * What stands in the table `appends`: messages that were appended lately, and what their sessions have become with them, which
 * their own rows do not say yet. A single append then writes one page, the last of a small table, where the row of the session,
 * that of the message and that of its digest in the index lie in three. Whoever changes a session otherwise moves its rows first;
 * where there are many, the next append moves all.
 *
 * It is what this connection knows until another one commits (`OwnSessions`).
 */
export class Appends {
  /** The newest of each session, by its id as it is encoded. */
  readonly #newest: Map<string, Appended> = new Map()
  readonly #oldest: Map<string, Appended> = new Map()
  /** All that are whole. */
  #rows: Appended[] = []
  readonly #damaged: Set<string> = new Set()
  #size = 0
  /** The highest id: whoever adds a row has read all that there are, so what is new stands behind it. */
  #last = 0
  #isKnown = false
  #areOwn = false

  /** Whether rows are left that this connection may have written. */
  get areOwn(): boolean {
    return this.#areOwn && !this.isEmpty
  }

  get isEmpty(): boolean {
    return this.#size === 0
  }

  /** The sessions that have some, by their ids as they are encoded. */
  get sessions(): readonly string[] {
    return [...this.#newest.keys()]
  }

  /** How each of those stands. */
  newest(): readonly Appended[] {
    return [...this.#newest.values()]
  }

  /** Where a conversation ended with this digest. */
  endingWith(digest: string): readonly Appended[] {
    return this.#rows.filter(({ head }) => head === digest)
  }

  has(id: string): boolean {
    return this.#newest.has(id)
  }

  /**
   * What of a session waits. What is missing ends the transaction: the next one reads all anew, and no append is acknowledged behind it.
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

  /** After a transaction that failed: what it did here did not happen. */
  forget(): void {
    this.#isKnown = false
  }

  /**
   * Looks for what others have done. Where the rows that are known are still there, and those alone, the ones behind them are read.
   *
   * @throws StoreError `corrupt`
   */
  read(sql: Statements): void {
    if (!this.#isKnown || !this.#areThere(sql)) this.#prove(sql)
    for (const row of sql.all(BEHIND, this.#last)) this.#take(sql, row)
    this.#isKnown = true
  }

  /**
   * A session's rows leave together, and no key is given twice (I14): where its newest row stands, sealed as it was, so do those
   * before it. To look at all rows takes longer than an append, so one that another program took away is missed when the session
   * is read or its rows are moved, not here.
   */
  #areThere(sql: Statements): boolean {
    if (this.#damaged.size > 0) return false
    if (this.isEmpty) return true
    const newest = this.newest()
    const { seals } = Object(sql.get(KNOWN, JSON.stringify(newest.map(({ id }) => id)))) as { readonly seals: number }
    return seals === newest.reduce((sum, { seal }) => sum + seal, 0)
  }

  /**
   * Forgets all rows, and lets SQLite prove that none is missing. What they say is relied on without the messages, and a row that is
   * lost at the end would be missed by nothing that follows.
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
      // Whose it is stands in the row that is damaged: where it names nobody, it may be anyone's.
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
   * A session as its appended messages have left it, from its own row.
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
    // The session may be known to this connection from before the damage was found.
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
   * Moves the messages of a session to all others, and writes its row.
   *
   * @throws StoreError `corrupt` when they are damaged, or where they should stand others do
   */
  settle(sql: Statements, id: string): void {
    if (this.has(id)) this.#move(sql, id, this.#whole(sql, id))
  }

  /** The row that a session gets when its messages are moved. Nothing is written yet. */
  #whole(sql: Statements, id: string): SessionRow {
    const former = parseSession(sql.get('SELECT * FROM sessions WHERE id = ?', id))
    if (sql.get('SELECT 1 FROM messages WHERE session = ? AND key >= ?', id, former.nextKey) !== undefined)
      throw damaged('messages')
    const session = this.over(former)
    // Of those before the newest nothing was seen since they were read (`#areThere`).
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

  /** Moves all that can be: a session that is damaged stands in nobody's way. */
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
