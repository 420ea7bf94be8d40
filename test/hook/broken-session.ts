import {
  createMemoryStore,
  type MessageInfo,
  type RecoveryHost,
  type ResumeConfig,
  type SessionStore,
} from '../../src/index.ts'

export const missing: {
  readonly status: number
  readonly error: { type: string; error: { type: string; message: string } }
} = {
  status: 400,
  error: {
    type: 'error',
    error: {
      type: 'invalid_request_error',
      message:
        'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_1. Each `tool_use` block must have a corresponding `tool_result` block in the next message.',
    },
  },
}
export const rateLimit: object = { status: 429, message: 'This request would exceed your rate limit' }

/** As they are appended. */
export const broken: readonly { raw: unknown; meta?: Record<string, unknown> }[] = [
  {
    raw: { role: 'user', content: 'Read a.txt' },
    meta: { agent: 'build', model: { modelID: 'm' }, tools: { read: true } },
  },
  { raw: { role: 'assistant', content: [{ type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }] } },
  { raw: { role: 'user', content: 'Continue' }, meta: { synthetic: true } },
]

/** A session whose only call was never answered, a host of it, and how the host was asked to go on. */
export interface BrokenSession {
  readonly store: SessionStore
  readonly host: RecoveryHost
  readonly resumed: ResumeConfig[]
}

export async function brokenSession(): Promise<BrokenSession> {
  const store = createMemoryStore()
  await store.messages.append('s1', broken)
  const resumed: ResumeConfig[] = []
  const resume = async (_id: string, config: ResumeConfig): Promise<void> => {
    resumed.push(config)
  }
  return { store, resumed, host: { store, resume } }
}

/** The event of a message that failed. */
export const failed = (error: unknown, id = 'msg_1'): MessageInfo & { readonly id: string } => ({
  id,
  role: 'assistant',
  sessionID: 's1',
  error,
})

/** What the store holds of the session. */
export async function storedText({ messages }: SessionStore): Promise<string> {
  return JSON.stringify((await messages.load('s1'))!.messages.map(({ raw }) => raw))
}
