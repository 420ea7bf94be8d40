import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

/** Prepared statements of one connection, by their text. */
export class Statements {
  readonly #database: DatabaseSync
  readonly #prepared: Map<string, StatementSync> = new Map()

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  get(sql: string, ...values: SQLInputValue[]): unknown {
    return this.#prepare(sql).get(...values)
  }

  all(sql: string, ...values: SQLInputValue[]): unknown[] {
    return this.#prepare(sql).all(...values)
  }

  /** The number of changed rows, and the key of an inserted one. */
  run(sql: string, ...values: SQLInputValue[]): { readonly changes: number; readonly key: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values)
    return { changes: Number(changes), key: Number(lastInsertRowid) }
  }

  #prepare(sql: string): StatementSync {
    let prepared = this.#prepared.get(sql)
    if (prepared === undefined) this.#prepared.set(sql, (prepared = this.#database.prepare(sql)))
    return prepared
  }
}
