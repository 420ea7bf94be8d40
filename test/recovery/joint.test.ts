import { expect, test } from 'vitest'
import { findFormat } from '../../src/formats/index.ts'
import { behindMark, holdsBeginnings, jointOf } from '../../src/recovery/sessions/joint.ts'
import { answerMark, responseMark } from '../../src/recovery/sessions/session-tail.ts'
import type { StoredMessage } from '../../src/storage/message-store.ts'

const format = findFormat('openai-responses')
const rules = { role: 'system', content: 'Be kind.' }
const say = (content: string): object => ({ role: 'user', content })
const own = (raw: object, behind?: string): StoredMessage => ({
  raw,
  meta: { id: 'm', sessionID: 's', role: 'user', seq: 0, createdAt: 0, ...(behind && { [behindMark]: behind }) },
})
const answer = (id: string, content = id): StoredMessage => {
  const { meta } = own({})
  return { raw: { role: 'assistant', content }, meta: { ...meta, [answerMark]: true, [responseMark]: id } }
}
const [one, two, three] = [say('One.'), say('Two.'), say('Three.')]
const turns = [own(one), answer('r1'), own(two), answer('r2')]
const behindUnknown = [own(one, 'r0'), answer('r1'), own(two)]

test.each<[string, readonly StoredMessage[], readonly object[], string, { before: number; repeated: number }]>([
  ['at the beginning, with nothing stored', [], [one], 'r1', at(0)],
  ['behind a former answer', turns, [three], 'r1', at(2)],
  ['behind an answer that nobody asked for', [answer('r1'), own(two)], [three], 'r1', at(1)],
  ['behind the last answer', turns, [three], 'r2', at(4)],
  ['behind the last item of an answer', [own(one), answer('r1'), answer('r1', 'b')], [two], 'r1', at(3)],
  ['behind the answer, though what it holds is said again', turns, [two], 'r2', at(4)],
  ['where that answer, which nobody recorded, was continued before', behindUnknown, [three], 'r0', at(0)],
  ['where it was continued first', [...turns, own(one, 'r0'), own(two, 'r0')], [three], 'r0', at(4)],
  ['behind all, when a cache or an answer is unknown', turns, [three], 'r0', at(4)],
  ['behind all, when only a part of what is said again is last', turns, [one, three], 'r0', at(4)],
  ['where the list repeats the end', [own(one), own(two)], [two, three], 'r0', at(1)],
  ['where the list repeats all', [own(one), own(two)], [one, two, three], 'r0', at(0)],
  ['where the list repeats as much as it can', [own(two), own(two)], [two, two], 'r0', at(0)],
  ['before a last answer of another shape', turns, [two, say('r2'), three], 'r0', at(2)],
  ['behind instructions', [own(rules), ...turns], [rules, three], 'r1', { before: 3, repeated: 1 }],
  ['behind instructions alone', [own(rules), answer('r1')], [rules], 'r1', { before: 2, repeated: 1 }],
  ['behind other instructions', [own(rules), answer('r1')], [{ ...rules, content: '' }], 'r1', at(2)],
  ['behind instructions that stand later', [own(one), own(rules), ...turns], [two, rules], 'r1', at(4)],
  ['behind instructions and a repetition', [own(rules), own(one)], [rules, one], 'r0', { before: 1, repeated: 1 }],
  ['at instructions that are the part itself', [own(rules, 'r0'), own(one)], [rules, two], 'r0', at(0)],
])('what is new goes on elsewhere than %s', (_where, stored, given, id, joint) => {
  expect(jointOf(stored, given, { id, grows: false, mayRepeat: false }, format)).toEqual(joint)
})

test('what is new in a conversation that grows stands where it began', () => {
  const stored = [own(one, 'c1'), answer('r1')]
  expect(jointOf(stored, [two], { id: 'c1', grows: true, mayRepeat: false }, format)).toEqual(at(2))
})

test.each<[string, readonly StoredMessage[], boolean]>([
  ['nothing', [], true],
  ['a whole conversation', turns, true],
  ['a part behind its answer', [...turns, own(three, 'r2')], true],
  ['a part without what it continues', behindUnknown, false],
  ['a part behind another answer', [...turns, own(three, 'r1')], false],
  ['a part behind a question', [own(one), own(two, 'r1')], false],
  ['one part of two behind its answer', [own(one, 'r0'), answer('r1'), own(two, 'r1')], false],
])('the beginning is missing, or is not, where %s is stored', (_what, stored, holds) => {
  expect(holdsBeginnings(stored)).toBe(holds)
})

function at(before: number): { before: number; repeated: number } {
  return { before, repeated: 0 }
}
