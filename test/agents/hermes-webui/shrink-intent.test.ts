import { expect, test } from 'vitest'
import { shrinkIntent } from '../../../src/agents/hermes-webui/shrink-intent.ts'

const idle = {
  active_stream_id: null,
  pending_user_message: null,
  pending_started_at: null,
  pending_user_source: null,
  pending_attachments: [],
}
const cleared = {
  ...idle,
  clear_generation: 'g',
  truncation_watermark: 0,
  truncation_boundary: 0,
  context_messages: [],
}
const went = { ...cleared, truncation_boundary: 3, messages: [1] }
const [longer, shorter] = [{ context_messages: [1, 2] }, { context_messages: [1] }]
const anchored = { ...shorter, compression_anchor_summary: 'so far' }
const keyed = { ...shorter, compression_anchor_message_key: null }
const marked = { ...shorter, truncation_watermark: 5 }
const byHand = { compression_anchor_mode: 'manual' }
const summed = (content: unknown): object => ({ context_messages: [{ content }, 2] })
const [one, two] = ['1', '2'].map((digit) => `${digit.repeat(12)}4${digit.repeat(3)}a${digit.repeat(15)}`)
const made = (generation: unknown): object => ({ intentional_shrink_generation: generation })

test.each<readonly [what: string, live: object, backup: object, intent: string]>([
  ['nothing', {}, {}, 'lost'],
  ['a clear', cleared, {}, 'intentional_clear_truncate'],
  ['a clear that the backup has, too', cleared, { clear_generation: 'g' }, 'lost'],
  ['a clear behind another one', cleared, { clear_generation: 'f' }, 'intentional_clear_truncate'],
  ['a clear without a name', { ...cleared, clear_generation: '' }, {}, 'lost'],
  ['a clear of which the name is no text', { ...cleared, clear_generation: 7 }, {}, 'lost'],
  ...Object.keys(idle).flatMap((name) => [
    [`a clear without ${name}`, { ...cleared, [name]: undefined }, {}, 'lost'] as const,
    [`a clear with ${name}`, { ...cleared, [name]: ['x'] }, {}, 'lost'] as const,
  ]),
  ['a clear without a context', { ...cleared, context_messages: null }, {}, 'lost'],
  ['a clear that is not at its start', { ...cleared, truncation_watermark: 1 }, {}, 'lost'],
  ['a clear with a boundary', { ...cleared, truncation_boundary: 1 }, {}, 'lost'],
  ['a clear that went on', went, {}, 'overtaken_clear'],
  ['a clear that went on at its start', { ...cleared, messages: [1] }, {}, 'intentional_clear_truncate'],
  ['a clear that went on without its context', { ...went, context_messages: null }, {}, 'overtaken_clear'],
  ['a clear that is at work', { ...went, active_stream_id: 's' }, {}, 'lost'],
  ['a compaction with a summary', anchored, longer, 'intentional_compress_shrink'],
  ['a compaction with an empty summary', { ...anchored, compression_anchor_summary: '' }, longer, 'lost'],
  ['a compaction with a key', keyed, longer, 'intentional_compress_shrink'],
  ['a compaction with a watermark', marked, longer, 'intentional_compress_shrink'],
  ['a watermark at the start', { ...marked, truncation_watermark: 0 }, longer, 'lost'],
  ['a watermark that is no number', { ...marked, truncation_watermark: '5' }, longer, 'lost'],
  ['a compaction by hand with a summary', { ...anchored, ...byHand }, longer, 'intentional_compress_shrink'],
  ['a compaction by hand with a watermark alone', { ...marked, ...byHand }, longer, 'lost'],
  ['a compaction that left as much', anchored, shorter, 'lost'],
  ['a compaction without a former context', anchored, {}, 'lost'],
  ['a compaction without a context', { ...anchored, context_messages: null }, longer, 'lost'],
  ['a backup from behind the compaction', anchored, summed(' [Context Compaction] so far'), 'lost'],
  ['a backup that speaks of one', anchored, summed('a [context compaction]'), 'intentional_compress_shrink'],
  ['a backup of other contents', anchored, summed([{ text: '[context compaction]' }]), 'intentional_compress_shrink'],
  ['a shrink on purpose', made(one), {}, 'intentional_message_shrink'],
  ['a shrink on purpose behind another one', made(two), made(one), 'intentional_message_shrink'],
  ['a shrink on purpose behind none', made(two), made(null), 'intentional_message_shrink'],
  ['a shrink that the backup has, too', made(one), made(one), 'lost'],
  ['a shrink behind what is none', made(one), made('x'), 'lost'],
  ['a shrink with more behind its name', made(`${one}0`), {}, 'lost'],
  ['a shrink with more before its name', made(`0${one}`), {}, 'lost'],
  ['a shrink of which the name is no text', made(1), {}, 'lost'],
])('%s is taken for another reason to hold less (I14)', (_, live, backup, intent) => {
  expect(shrinkIntent({ messages: [], ...live }, { messages: [1, 2], ...backup })).toBe(intent)
})
