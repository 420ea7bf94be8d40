/**
 * A body in its wire form. Bytes that a repair has restored are written as base64, as every JSON API expects them.
 *
 * @example
 * wireText({ bytes: new Uint8Array([1]) }) // '{"bytes":"AQ=="}'
 */
export function wireText(body: object): string {
  return JSON.stringify(body, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
}
