import { checkArgument, having } from '../../errors/check-options.ts'

/**
 * An object with one method replaced, and everything else its own. Other methods run on the object itself, since classes with
 * private fields refuse a proxy as `this`. It may be frozen: the proxy stands before an empty object of the same class, since one before
 * a frozen object must hand out what that holds.
 *
 * @param argument what the caller calls the object, for who hands in another
 * @throws {OptionsError} for what has no such method
 */
export function withMethod<Inner extends object, Name extends keyof Inner>(
  inner: Inner,
  name: Name,
  method: Inner[Name],
  argument: string,
): Inner {
  checkArgument(argument, inner, having(`an object with the method ${String(name)}`, String(name)))
  const read = (wanted: PropertyKey): unknown => {
    if (wanted === name) return method
    const value: unknown = Reflect.get(inner, wanted, inner)
    return typeof value === 'function' && wanted !== 'constructor' ? (value.bind(inner) as unknown) : value
  }
  return new Proxy(Object.create(Reflect.getPrototypeOf(inner)) as Inner, {
    get: (_front, wanted) => read(wanted),
    set: (_front, wanted, value) => Reflect.set(inner, wanted, value, inner),
    has: (_front, wanted) => Reflect.has(inner, wanted),
    // By the proxy invariants, a property that the proxy's target lacks cannot be reported as non-configurable.
    defineProperty: (_front, wanted, descriptor) =>
      descriptor.configurable !== false && Reflect.defineProperty(inner, wanted, descriptor),
    preventExtensions: () => false,
    deleteProperty: (_front, wanted) => Reflect.deleteProperty(inner, wanted),
    ownKeys: () => Reflect.ownKeys(inner),
    getOwnPropertyDescriptor(_front, wanted) {
      const own = Reflect.getOwnPropertyDescriptor(inner, wanted)
      return own && { value: read(wanted), enumerable: own.enumerable === true, configurable: true, writable: true }
    },
  })
}
