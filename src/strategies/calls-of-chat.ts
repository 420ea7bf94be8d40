import type { Rules } from '../formats/rules.ts'

/** What an error of Chat Completions teaches a format that is sent to several APIs: there the calls are the client's, each of them. */
export function callsOfChat({ serverResults }: Rules, text: string): Pick<Rules, 'serverCalls'> {
  return serverResults === 'optional' && /\btool_calls\b/.test(text) ? { serverCalls: 'sent-alone' } : {}
}
