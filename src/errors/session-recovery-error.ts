const keyOf = (brand: string): symbol => Symbol.for(`session-recovery.${brand}`)

/**
 * The base of every error of this library: `code` for programs, `message` for people, `cause` for what lies beneath. Messages
 * name places, paths and codes, never the content of a conversation (I12).
 *
 * `instanceof` fails where two copies of the package are installed (a host and its plugin, say), so each class is known by a
 * brand in the global symbol registry, its own and those of the classes it extends.
 *
 * @example
 * try { await store.transact(sessionID, edits, { expect }) }
 * catch (error) { if (SessionRecoveryError.isInstance(error)) report(error.code, error.message) }
 */
export abstract class SessionRecoveryError<Code extends string = string> extends Error {
  /** Name of the class. A literal, since bundlers rename classes. */
  static readonly brand: string = 'SessionRecoveryError'

  readonly code: Code

  constructor(code: Code, message: string, options?: { readonly cause?: unknown }) {
    super(message, options)
    this.code = code
    let type: { readonly brand?: string } = new.target
    while (type.brand !== undefined) {
      Object.defineProperty(this, keyOf(type.brand), { value: true })
      type = Object.getPrototypeOf(type)
    }
  }

  /** On the prototype, so that it already stands in the first line of `stack`. */
  override get name(): string {
    return (this.constructor as typeof SessionRecoveryError).brand
  }

  /** Whether a value is an error of this class, also one of another copy of the package. */
  static isInstance<Type extends abstract new (...parts: never[]) => unknown>(
    this: Type & { readonly brand: string },
    value: unknown,
  ): value is InstanceType<Type> {
    return typeof value === 'object' && value !== null && keyOf(this.brand) in value
  }
}
