import { isRecord } from '../../json/is-record.ts'

/**
 * Host, port and database of a connection string, without user and password (I12). Undefined if a part after the host contains
 * another `@`: then a password with unescaped characters may be among them.
 *
 * @example
 * placeOfUrl('postgres://ada:secret@db.example:5433/agents') // 'db.example:5433/agents'
 */
export function placeOfUrl(connectionString: string): string | undefined {
  const url = URL.canParse(connectionString) ? new URL(connectionString) : null
  if (url === null || [url.pathname, url.search, url.hash].some((part) => part.includes('@'))) return undefined
  const host = url.host || url.searchParams.get('host')
  return host ? `${host}${url.pathname}` : undefined
}

/** Where a pool connects to, if it shows its options as `pg.Pool` does. */
export function placeOfPool({ options }: { readonly options?: unknown }): string | undefined {
  if (!isRecord(options)) return undefined
  const { connectionString, host, port, database } = options
  if (typeof connectionString === 'string') return placeOfUrl(connectionString)
  if (typeof host !== 'string') return undefined
  return `${host}${port === undefined ? '' : `:${port}`}${typeof database === 'string' ? `/${database}` : ''}`
}
