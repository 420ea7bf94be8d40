/**
 * The value with base64 text for bytes, which language models take as well: a session store writes JSON, where a
 * `Uint8Array` of a megabyte becomes a million fields. What holds no bytes keeps its identity (I6).
 */
export function encodeBytes<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Uint8Array)
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') as Value
  if (Array.isArray(value)) {
    const encoded = value.map(encodeBytes)
    return encoded.some((item, index) => item !== value[index]) ? (encoded as Value) : value
  }
  let copy: Record<string, unknown> | undefined
  for (const [key, inner] of Object.entries(value)) {
    const encoded = encodeBytes(inner as unknown)
    if (encoded !== inner) (copy ??= { ...value } as Record<string, unknown>)[key] = encoded
  }
  return (copy ?? value) as Value
}
