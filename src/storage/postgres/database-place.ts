import { isRecord } from '../../json/is-record.ts'

/**
 * Host, port and database of a connection string, and nothing of the user (I12). Undefined where a password with unescaped characters
 * may stand among them: what is behind the `@` that `URL` has found then holds another one.
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

/** Where a pool connects to, as far as it tells: `pg.Pool` shows the options that it was made with. */
export function placeOfPool({ options }: { readonly options?: unknown }): string | undefined {
  if (!isRecord(options)) return undefined
  const { connectionString, host, port, database } = options
  if (typeof connectionString === 'string') return placeOfUrl(connectionString)
  if (typeof host !== 'string') return undefined
  return `${host}${port === undefined ? '' : `:${port}`}${typeof database === 'string' ? `/${database}` : ''}`
}
