import { callsOf, type ChatCorruption, chatCorruption } from './corruption.ts'

/** Damage to signatures of calls, which the running turn demands. */
export const signatureCorruptions: readonly ChatCorruption[] = [
  chatCorruption('call-signature-lost', 'thinking_signature_missing', ({ messages }, pick) => {
    const running = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)
    const message = pick(running.filter((step) => callsOf(step).some((call) => 'extra_content' in call)))
    if (message === undefined) return false
    for (const call of callsOf(message)) delete call['extra_content']
    return true
  }),
]
