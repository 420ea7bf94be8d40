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
  return headersThat(raw, (name) => !hopByHop.has(name) && !dropped.has(name))
}

/** The upstream's leave for web pages (`Access-Control-Allow-Origin: *`) passes on to a page that may use this address only. */
export function answerHeaders(raw: RawHeaders, isForPage: boolean): string[] {
  const forwarded = forwardedHeaders(raw)
  return isForPage ? forwarded : headersThat(forwarded, (name) => !name.startsWith('access-control-'))
}

/** All values of a header. */
export function valuesOf(raw: RawHeaders, name: string): string[] {
  return headersThat(raw, (key) => key === name).filter((_, index) => index % 2 === 1)
}

/** Those whose name, in lower case, is wanted. Every request and every answer passes here several times: no pair is made of two. */
function headersThat(raw: RawHeaders, isWanted: (name: string) => boolean): string[] {
  const kept: string[] = []
  for (let index = 0; index < raw.length; index += 2)
    if (isWanted(raw[index]!.toLowerCase())) kept.push(raw[index]!, raw[index + 1]!)
  return kept
}
