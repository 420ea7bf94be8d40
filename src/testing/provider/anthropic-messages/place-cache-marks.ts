import type { Random } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import type { AnthropicTranscript } from './transcript.ts'

const unmarkable = new Set(['thinking', 'redacted_thinking', 'fallback', 'mcp_tool_listing', 'compaction'])

/** Up to four cache marks in processing order (tools, system, messages), those of one hour before those of five minutes. */
export function placeCacheMarks(random: Random, { request, messages }: AnthropicTranscript): void {
  const tools = (request['tools'] as JsonRecord[]).slice(0, 3)
  const system = Array.isArray(request['system']) ? (request['system'] as JsonRecord[]) : []
  const blocks = messages
    .flatMap((message) => (typeof message.content === 'string' ? [] : message.content))
    .filter((block) => !unmarkable.has(block.type))
  const places = [...tools, ...system, ...blocks]
  const count = Math.min(random.below(5), places.length)
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(random.below(places.length))
  const longLived = random.below(count + 1)
  for (const [order, index] of [...chosen].toSorted((left, right) => left - right).entries()) {
    const place = places[index]
    if (place) place['cache_control'] = order < longLived ? { type: 'ephemeral', ttl: '1h' } : { type: 'ephemeral' }
  }
}
