/**
 * An object with one method replaced, and everything else its own. Other methods run on the object itself, since classes with
 * private fields refuse a proxy as `this`.
 */
export function withMethod<Inner extends object, Name extends keyof Inner>(
  inner: Inner,
  name: Name,
  method: Inner[Name],
): Inner {
  return new Proxy(inner, {
    get(target, wanted) {
      if (wanted === name) return method
      const value: unknown = Reflect.get(target, wanted, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}
