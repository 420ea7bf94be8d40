/**
 * The session store of the Claude Agent SDK: what is stored stays as it is, what is loaded for a resume is accepted. In a program
 * the wrapped store goes into `query({ prompt, options: { resume, sessionStore } })`.
 *
 * Run: node examples/claude-agent-sdk.ts
 */
import { recoveringSessionStore } from 'session-recovery/claude-code'

const common = { isSidechain: false, sessionId: 's1', version: '2.1.329', cwd: '/app', userType: 'external' }
const entry = (uuid: string, parentUuid: string | null, message: { readonly role: string }): object => ({
  ...common,
  type: message.role,
  uuid,
  parentUuid,
  timestamp: '2026-01-01T00:00:00.000Z',
  message,
})
const asking = { role: 'user', content: 'Which files are there?' }
const calling = {
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'LS', input: {} }],
}
const asking2 = { role: 'user', content: 'Hello? Did you stop?' }

/** A store of your own; here it holds the transcript of a process that was killed while its tool ran. */
const store = {
  entries: [entry('u1', null, asking), entry('a1', 'u1', calling), entry('u2', 'a1', asking2)],
  async load(_sessionID: string): Promise<readonly object[] | null> {
    return this.entries
  },
}

const sessionStore = recoveringSessionStore<string, typeof store>(store, {
  onRepair: ({ edits, loss }) => console.log(`repair: ${edits} message (loss: ${loss})`),
})

const loaded = JSON.stringify(await sessionStore.load('s1'))
console.log(`stored: ${store.entries.length} entries, the call has no result`)
console.log(`loaded: ${loaded.includes('"tool_use_id":"toolu_1"') ? 'the call is answered' : 'the call is open'}`)
if (!loaded.includes('"tool_use_id":"toolu_1"')) throw new Error('Expected a result for the open call.')
