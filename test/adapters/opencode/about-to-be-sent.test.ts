import { expect, test } from 'vitest'
import type { OpencodeMessage } from '../../../src/adapters/opencode/host-types.ts'
import { sessionRecoveryPlugin } from '../../../src/adapters/opencode/session-recovery-plugin.ts'
import { opencodeId } from '../../agents/subjects/opencode-subject.ts'
import { FakeOpencode } from './fake-opencode.ts'

/** A blank text: refused by Claude, no matter to others. */
function blanked(messages: readonly OpencodeMessage[], providerID: string, modelID: string): OpencodeMessage[] {
  const copy = structuredClone([...messages])
  copy[0]!.info['model'] = { providerID, modelID }
  for (const { info } of copy.slice(1)) Object.assign(info, { providerID, modelID })
  copy[2]!.parts.push({ id: 'prt_80', messageID: 'msg_3', sessionID: opencodeId, type: 'text', text: '  ' })
  return copy
}

const claude = ['anthropic', 'claude-sonnet-4-5'] as const

test('what is about to be sent is repaired in another list than the one that opencode keeps, or in the store', async () => {
  const client = new FakeOpencode()
  const plugin = await sessionRecoveryPlugin({ client })
  const messages = blanked(client.stored, ...claude)
  const output = { messages }
  await plugin['experimental.chat.messages.transform']({}, output)
  expect(output.messages).toBe(messages)
  expect(messages).toEqual(client.stored)
  expect(client.calls).toEqual([])
  await plugin['experimental.chat.messages.transform']({}, { messages: [] })
})

test('a conversation of another provider is repaired by the rules of Claude', async () => {
  const client = new FakeOpencode()
  const plugin = await sessionRecoveryPlugin({ client })
  const messages = blanked(client.stored, 'openai', 'gpt-5')
  const before = structuredClone(messages)
  await plugin['experimental.chat.messages.transform']({}, { messages })
  expect(messages).toEqual(before)
})

test('observing changes the list that is sent, or the stored session', async () => {
  const client = new FakeOpencode()
  const before = structuredClone(client.stored)
  const plugin = await sessionRecoveryPlugin({ client }, { mode: 'observe' })
  const output = { messages: blanked(client.stored, ...claude) }
  await plugin['experimental.chat.messages.transform']({}, output)
  expect(output.messages).toEqual(blanked(before, ...claude))
  expect(client.stored).toEqual(before)
})

test('more is lost in what is about to be sent than the options allow', async () => {
  const client = new FakeOpencode()
  const messages = blanked(client.stored, ...claude)
  const thought = messages[1]!.parts[1]!
  thought['metadata'] = { anthropic: { signature: '' } }
  const isThere: boolean[] = []
  for (const options of [{ allow: 'none' }, {}] as const) {
    const plugin = await sessionRecoveryPlugin({ client }, options)
    await plugin['experimental.chat.messages.transform']({}, { messages })
    isThere.push(messages[1]!.parts.some(({ id }) => id === thought.id))
  }
  expect(isThere).toEqual([true, false])
})

test('a list that opencode cannot hold repaired fails the turn, or is half repaired (I10)', async () => {
  const client = new FakeOpencode()
  // Nothing stands in the only question: one that is added has no other to take its agent and model from.
  const messages = blanked(client.stored, ...claude)
  messages[0]!.parts = []
  const before = structuredClone(messages)
  const plugin = await sessionRecoveryPlugin({ client })
  await plugin['experimental.chat.messages.transform']({}, { messages })
  expect(messages).toEqual(before)
})
