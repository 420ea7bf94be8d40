import { isRecord, type JsonRecord } from './records.ts'
import { type Loopback, serveLoopback } from './serve-loopback.ts'

/** One request as an emulator got it. */
export type RecordedRequest = {
  method: string
  /** The path, query included. */
  path: string
  headers: Record<string, string>
  body: JsonRecord
  /** The status of the answer; 0 while a hanging answer is outstanding. */
  status: number
}

/** The next answer: the model's, an error of the provider, or none at all. */
export type Scripted<Spoken, Injected> = Spoken | Injected | { hang: true }

/** A scripted turn, or a function that makes it of the request's body. */
export type ScriptEntry<Turn> = Turn | ((body: JsonRecord) => Turn)

/** A scripted provider: judges every request as strictly as the real one, and answers in its wordings. */
export type Emulator<Entry = never> = {
  /** Answers one request; `handlers` and `listen` are ways to reach it. */
  handle: (request: Request) => Promise<Response>
  /** Handlers for `setupServer` of `msw/node`; loads msw, an optional peer, without whose types this compiles. */
  handlers: <Handler = never>() => Promise<Handler[]>
  /** Serves the same provider on 127.0.0.1 for other processes. Port 0, the default, picks a free one. */
  listen: (port?: number) => Promise<Loopback>
  /** Queues turns. A request that the judge refuses uses up none of them; an injected error comes before the judge. */
  respondWith(...turns: Entry[]): void
  requests: readonly RecordedRequest[]
}

/** One request on its way to an answer. */
export type Exchange<Spoken> = {
  request: Request
  url: URL
  /** The body as text, and as an object (empty when it is none). */
  raw: string
  body: JsonRecord
  /** Plays the next turn of the script. `write` calls `use` when the turn is consumed: after a refusal it stays in the script. */
  speak: (write: (turn: Spoken, use: () => void) => Response) => Promise<Response>
}

/** One provider's additions to the base of all emulators. */
export type EmulatedProvider<Spoken, Injected> = {
  /** The paths that it serves, with their query. */
  paths: RegExp
  /** The turn when no scripted one is left. */
  otherwise: ScriptEntry<Scripted<Spoken, Injected>>
  inject: (turn: Injected, body: JsonRecord) => Response
  answer: (exchange: Exchange<Spoken>) => Response | Promise<Response>
}

/** Settles when the client disconnects, so that nothing is left waiting. */
const untilGone = (signal: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const stop = (): void => resolve(new Response(null, { status: 499 }))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop)
  })

function objectIn(raw: string): JsonRecord {
  try {
    const value: unknown = JSON.parse(raw)
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/**
 * The script, the record of requests and the ways to reach a provider: what all emulators have in common.
 *
 * @example
 * const api = createEmulator<{ text: string }, { error: { status: number } }>({
 *   paths: /^\/v1\/answer$/,
 *   otherwise: { text: 'Done.' },
 *   inject: ({ error }) => Response.json(error, { status: error.status }),
 *   answer: ({ speak }) =>
 *     speak(({ text }, use) => {
 *       use()
 *       return Response.json({ text })
 *     }),
 * })
 */
export function createEmulator<Spoken extends object, Injected extends { error: object }>(
  provider: EmulatedProvider<Spoken, Injected>,
): Emulator<ScriptEntry<Scripted<Spoken, Injected>>> {
  const script: ScriptEntry<Scripted<Spoken, Injected>>[] = []
  const requests: RecordedRequest[] = []
  const isInjected = (turn: Scripted<Spoken, Injected>): turn is Injected => 'error' in turn
  const hangs = (turn: Spoken | { hang: true }): turn is { hang: true } => 'hang' in turn

  const handle = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const raw = await request.text()
    const body = objectIn(raw)
    const headers = Object.fromEntries(request.headers)
    const record = { method: request.method, path: url.pathname + url.search, headers, body, status: 0 }
    requests.push(record)
    const use = (): void => void script.shift()
    const speak: Exchange<Spoken>['speak'] = async (write) => {
      const next = script[0] ?? provider.otherwise
      const turn = typeof next === 'function' ? next(body) : next
      if (isInjected(turn)) {
        use()
        return provider.inject(turn, body)
      }
      if (!hangs(turn)) return write(turn, use)
      use()
      return untilGone(request.signal)
    }
    const response = await provider.answer({ request, url, raw, body, speak })
    record.status = response.status
    return response
  }

  return {
    handle,
    requests,
    respondWith: (...turns) => void script.push(...turns),
    listen: (port) => serveLoopback(handle, port),
    handlers: async <Handler>() => {
      const { http } = await import('msw')
      return [http.all(provider.paths, ({ request }) => handle(request)) as Handler]
    },
  }
}
