/** A list of names and values in turn, as Node's `rawHeaders`: keeps case, order and duplicates. */
export type RawHeaders = readonly string[]

/** Headers that belong to one connection (RFC 9110, 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The headers that travel on: without those of this connection, those that it names, and further ones. */
export function forwardedHeaders(raw: RawHeaders, without: readonly string[] = []): string[] {
  const named = valuesOf(raw, 'connection').flatMap((value) => value.split(','))
  const dropped = new Set([...named.map((name) => name.trim().toLowerCase()), ...without])
  return pairs(raw)
    .filter(([name]) => !hopByHop.has(name.toLowerCase()) && !dropped.has(name.toLowerCase()))
    .flat()
}

/** The upstream's leave for web pages (`Access-Control-Allow-Origin: *`) passes on to a page that may use this address only. */
export function answerHeaders(raw: RawHeaders, isForPage: boolean): string[] {
  return pairs(forwardedHeaders(raw))
    .filter(([name]) => isForPage || !name.toLowerCase().startsWith('access-control-'))
    .flat()
}

/** All values of a header. */
export function valuesOf(raw: RawHeaders, name: string): string[] {
  return pairs(raw)
    .filter(([key]) => key.toLowerCase() === name)
    .map(([, value]) => value)
}

function pairs(raw: RawHeaders): [name: string, value: string][] {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2]!, raw[index * 2 + 1]!])
}
