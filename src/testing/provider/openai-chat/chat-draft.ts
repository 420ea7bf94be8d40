import type { Random } from '../shared/random.ts'
import { sentence } from '../shared/sentence.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { signedCall } from './check-call-signatures.ts'
import { type Law, laws } from './laws.ts'
import type { ChatMessage, ChatTranscript } from './transcript.ts'

/** A conversation under construction, with helpers for the scenes that write it. */
export type ChatDraft = {
  random: Random
  law: Law
  transcript: ChatTranscript
  say: (role: string, content: unknown, extra?: JsonRecord) => void
  /** A tool call; ids recur across turns where the vendor permits it. */
  call: () => JsonRecord
  /** An assistant message with these calls, and with reasoning where the vendor demands or accepts it. */
  ask: (calls: readonly JsonRecord[], content?: unknown) => void
  /** The tool messages that answer the calls, in any order. */
  answer: (calls: readonly JsonRecord[]) => void
}

export const textPart = (text: string): JsonRecord => ({ type: 'text', text })

/** Fields that OpenAI returns on every message, and that clients send back. */
const returned: readonly JsonRecord[] = [{}, {}, { refusal: null, annotations: [] }]

export function createChatDraft(random: Random, transcript: ChatTranscript): ChatDraft {
  const law = laws[transcript.vendor]
  const used: string[] = []
  let inMessage: string[] = []
  const nextId = (): string => {
    const reused = random.pick(['', ...used])
    if (!law.uniqueIds && reused !== '' && random.chance(0.15) && !inMessage.includes(reused)) return reused
    const id =
      law.idPattern.test('a'.repeat(9)) && !law.idPattern.test('a'.repeat(10))
        ? random.hex(9)
        : `call_${random.hex(24)}`
    used.push(id)
    return id
  }
  const lenient = law.fields === null && law.refused.length === 0
  const say: ChatDraft['say'] = (role, content, extra = {}) =>
    void transcript.messages.push({ role, content, ...extra } as ChatMessage)
  return {
    random,
    law,
    transcript,
    say,
    call: () => {
      const id = nextId()
      inMessage.push(id)
      const name = random.pick(['read_file', 'run_tests', 'search'])
      // The API does not parse arguments of the history; vendors that do demand an object.
      const odd = !law.jsonArguments && random.chance(0.1)
      const input = odd ? random.pick(['', '{"path":', '[]']) : JSON.stringify({ path: sentence(random) })
      if (law.roles.includes('function') && !law.jsonArguments && random.chance(0.1))
        return { id, type: 'custom', custom: { name, input: sentence(random) } }
      return { id, type: 'function', function: { name, arguments: input } }
    },
    ask: (calls, content = random.pick([null, '', sentence(random), [textPart(sentence(random))]])) => {
      inMessage = []
      const demanded = law.reasoning(transcript.request)
      const reasons = demanded || (lenient && random.chance(0.3))
      const text = demanded && random.chance(0.2) && !law.reasoningFilled ? '' : sentence(random)
      say('assistant', content, {
        ...(reasons && { reasoning_content: text }),
        tool_calls: law.signed
          ? calls.map((call, index) => (index === 0 ? signedCall(call, law.model, random.hex(8)) : call))
          : calls,
        ...(lenient && random.pick(returned)),
      })
    },
    answer: (calls) => {
      const order = random.chance(0.5) ? [...calls] : calls.toReversed()
      for (const call of order) {
        const inner = isRecord(call['function']) ? call['function'] : call['custom']
        const named = random.chance(0.2) && isRecord(inner) ? { name: inner['name'] } : {}
        const content = random.pick([sentence(random), '', [textPart(sentence(random))]])
        say('tool', content, { tool_call_id: call['id'], ...named })
      }
    },
  }
}
