import type { IncomingMessage } from 'node:http'
import { ProxyError } from './proxy-error.ts'

const ownNames = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i

/** `Sec-Fetch-Site` values of requests that a web page made, not a person or a program of this machine. */
const foreignSites: ReadonlySet<string> = new Set(['cross-site', 'same-site'])

/**
 * The path of a request that is meant for this server. A full URL in place of the path would ask for a forward proxy; a foreign
 * `Host` is a web page whose name was bound to this address, and two of them are read differently by the next reader; a foreign
 * `Origin`, or `Sec-Fetch-Site` of a browser, is a web page that would spend the keys of this machine.
 *
 * @throws {ProxyError} `absolute_form_refused`, `foreign_host_refused`, `foreign_page_refused`
 */
export function checkedPath(request: IncomingMessage, origins: ReadonlySet<string>): string {
  const { url = '', headersDistinct } = request
  if (!url.startsWith('/')) {
    throw new ProxyError('absolute_form_refused', 'this is no forward proxy: send a path, and set it as the base URL')
  }
  const hosts = headersDistinct.host ?? []
  if (hosts.length > 1 || hosts.some((host) => !ownNames.test(host))) {
    throw new ProxyError('foreign_host_refused', 'the Host header names another server than this one, or several')
  }
  const pages = headersDistinct.origin ?? []
  const isAllowed = pages.length > 0 && pages.every((page) => origins.has(page))
  const isForeign = (headersDistinct['sec-fetch-site'] ?? []).some((site) => foreignSites.has(site))
  if (!isAllowed && (pages.length > 0 || isForeign)) {
    throw new ProxyError(
      'foreign_page_refused',
      'a web page asked for this: name its origin in the option `origins` when it may use your keys',
    )
  }
  return url
}
