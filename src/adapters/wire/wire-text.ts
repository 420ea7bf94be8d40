/**
 * A body as it goes over the wire. Bytes that a repair has brought back are base64 there, as every API of JSON has them.
 *
 * @example
 * wireText({ bytes: new Uint8Array([1]) }) // '{"bytes":"AQ=="}'
 */
export function wireText(body: object): string {
  return JSON.stringify(body, (_, value: unknown) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
  )
}
