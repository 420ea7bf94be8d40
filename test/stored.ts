/** A document of a database, which keeps its fields elsewhere and tells them when it is asked. */
export class Stored {
  readonly #fields: object

  constructor(fields: object) {
    this.#fields = fields
  }

  toJSON(): object {
    return this.#fields
  }
}
