import type {
  OpencodeClient,
  OpencodeFields,
  OpencodeMessage,
  OpencodeResult,
} from '../../../src/adapters/opencode/host-types.ts'
import { opencodeId, opencodeRows } from '../../agents/subjects/opencode-subject.ts'

type Raw = Parameters<OpencodeClient['_client']['patch']>[0]
type OfSession = Parameters<OpencodeClient['session']['abort']>[0]

/** What opencode says of a session that it does not have. */
const unknownIn = ({ path }: OfSession): unknown => (path.id === opencodeId ? undefined : { name: 'NotFound' })

const messageUrl = '/session/{id}/message/{messageID}'

/** opencode's API over a session in memory: what it stores, and every call that was made, in order. */
export class FakeOpencode implements OpencodeClient {
  /** Calls that change something, as `verb id`. */
  readonly calls: string[] = []
  readonly prompts: Record<string, unknown>[] = []
  readonly toasts: Record<string, unknown>[] = []
  /** Refuses what these return an error for. */
  refuse: (call: string) => unknown = () => undefined
  /** Runs before the session is read; others may be writing to it. */
  beforeRead: (read: number) => void = () => undefined
  #reads = 0

  readonly stored: OpencodeMessage[] = Object.entries(opencodeRows.message).map(([id, [, data]]) => ({
    info: { ...structuredClone(data), id, sessionID: opencodeId },
    parts: Object.entries(opencodeRows.part)
      .filter(([, [message]]) => message === id)
      .map(([part, [, fields]]) => ({ ...structuredClone(fields), id: part, messageID: id, sessionID: opencodeId })),
  }))

  part(id: string): OpencodeFields | undefined {
    return this.stored.flatMap(({ parts }) => parts).find((part) => part.id === id)
  }

  readonly session = {
    messages: async (of: OfSession): Promise<OpencodeResult<OpencodeMessage[]>> => {
      this.beforeRead((this.#reads += 1))
      const error = unknownIn(of) ?? this.refuse('read')
      return error === undefined ? { data: structuredClone(this.stored) } : { error }
    },
    abort: async (of: OfSession): Promise<OpencodeResult<unknown>> => {
      const error = unknownIn(of)
      if (error === undefined) this.calls.push('abort')
      return { error }
    },
    promptAsync: async (
      of: OfSession & { readonly body: Record<string, unknown> },
    ): Promise<OpencodeResult<unknown>> => {
      const error = unknownIn(of) ?? this.refuse('prompt')
      if (error === undefined) this.prompts.push(of.body)
      return { error }
    },
  }

  readonly tui = {
    showToast: async ({ body }: { readonly body: Record<string, unknown> }): Promise<unknown> => this.toasts.push(body),
  }

  readonly _client = {
    patch: async ({ body, headers, path, url }: Raw): Promise<OpencodeResult<unknown>> => {
      const id = path['partID']!
      if (url !== `${messageUrl}/part/{partID}` || headers?.['content-type'] !== 'application/json')
        return { error: { name: 'NotFound' } }
      return this.#change(`patch ${id}`, (parts, at) => parts.splice(at, 1, body as OpencodeFields), path, id)
    },
    delete: async ({ path, url }: Raw): Promise<OpencodeResult<unknown>> => {
      const id = path['partID']
      if (url !== (id === undefined ? messageUrl : `${messageUrl}/part/{partID}`) || path['id'] !== opencodeId)
        return { error: { name: 'NotFound' } }
      if (id !== undefined) return this.#change(`delete ${id}`, (parts, at) => parts.splice(at, 1), path, id)
      const call = `delete ${path['messageID']}`
      const error = this.refuse(call)
      if (error !== undefined) return { error }
      const index = this.stored.findIndex(({ info }) => info.id === path['messageID'])
      this.calls.push(call)
      this.stored.splice(index, 1)
      return {}
    },
  }

  #change(
    call: string,
    change: (parts: OpencodeFields[], at: number) => void,
    path: Raw['path'],
    id: string,
  ): OpencodeResult<unknown> {
    const error = this.refuse(call)
    if (error !== undefined) return { error }
    this.calls.push(call)
    const { parts } = this.stored.find(({ info }) => info.id === path['messageID'])!
    const at = parts.findIndex((part) => part.id === id)
    change(parts, at < 0 ? parts.length : at)
    parts.sort((first, second) => (first.id < second.id ? -1 : 1))
    return {}
  }
}
