import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders } from 'node:http'
import { isRecord } from '../json/is-record.ts'
import { parsedJson } from '../json/parsed-json.ts'

/** A request as its client has sent it. */
interface ClientRequest {
  readonly headers: IncomingHttpHeaders
  /** As soon as it has been read. */
  body?: Readonly<Record<string, unknown>> | undefined
}

/** Headers in which agent programs send the id of their session: Claude Code 2.1, opencode, and Codex before 0.169 and since. */
const headerNames: readonly string[] = [
  'x-claude-code-session-id',
  'x-opencode-session',
  'x-session-affinity',
  'session_id',
  'session-id',
]

/** Nothing but an id: it is printed for a person who may paste it into a shell. */
const idForm = /^[\w.-]{8,80}$/

/** An id that is nothing but one of a session: programs use it as the key of a cache, too, where another may stand as well. */
const sessionForm = /^(?:[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|ses_\w+)$/

const requests = new AsyncLocalStorage<ClientRequest>()

/** From here on what is reported belongs to this request; its body is told when it has been read. */
export function enterRequest(headers: IncomingHttpHeaders): (body: ClientRequest['body']) => void {
  const request: ClientRequest = { headers }
  requests.enterWith(request)
  return (body) => (request.body = body)
}

/** The id that the program itself uses for the session of the request under way; undefined when it tells none. */
export function clientSession(): string | undefined {
  const request = requests.getStore()
  if (request === undefined) return undefined
  const inHeaders = headerNames.map((name) => request.headers[name])
  // The body is looked at only where no header tells it, and only for a report.
  return inHeaders.find(isId) ?? idsInBody(request.body ?? {}).find(isId)
}

/** The id in the arguments of a program that is told which session to go on with: Gemini CLI sends it in no request. */
export function sessionInArguments(args: readonly string[]): string | undefined {
  return args.map((argument) => argument.replace(/^--[\w-]+=/, '')).find((argument) => sessionForm.test(argument))
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && idForm.test(value)
}

function idsInBody(body: Readonly<Record<string, unknown>>): readonly unknown[] {
  const user = isRecord(body['metadata']) ? String(body['metadata']['user_id']) : ''
  const fields = parsedJson(user)
  const inUser = isRecord(fields) ? fields['session_id'] : /_session_([\w-]+)$/.exec(user)?.[1]
  const cacheKey = body['prompt_cache_key']
  return [inUser, typeof cacheKey === 'string' && sessionForm.test(cacheKey) ? cacheKey : undefined]
}
