import { hostname } from 'node:os'
import { describe, expect, it } from 'vitest'
import { identifyProcess } from '../../src/files/process-identity.ts'
import { isClaimOver, livingSupervisors } from '../../src/supervisor/claims/claim-over.ts'
import type { ClaimStore } from '../../src/supervisor/claims/claim-store.ts'
import { livingHolder } from '../../src/supervisor/claims/living-holder.ts'
import { memoryClaims } from '../../src/supervisor/claims/memory-claims.ts'
import { SessionClaims } from '../../src/supervisor/claims/session-claims.ts'
import { Scheduler } from '../../src/supervisor/scheduler.ts'
import { FakeClock } from './fake-clock.ts'

const self = (await identifyProcess(process.pid))!
const me = { holder: { pid: process.pid, host: hostname() } }

function claimsOver(store: ClaimStore, clock: FakeClock, lost: string[] = []): SessionClaims {
  return new SessionClaims(store, new Scheduler(clock), (sessionID) => lost.push(sessionID))
}

describe('the claim of a supervisor that stops', () => {
  it('stands in this process when its end cannot be written', async () => {
    const clock = new FakeClock()
    const store = memoryClaims(() => clock.now())
    let isFull = false
    const failing: ClaimStore = {
      ...store,
      take: async (...claim) => {
        if (isFull) throw new Error('no space left')
        return store.take(...claim)
      },
    }
    const [first, second] = [claimsOver(failing, clock), claimsOver(store, clock)]
    for (const id of ['a', 'b']) expect(await first.take(id)).toEqual({ token: 1 })
    expect(await first.take('a')).toEqual({ token: 1 })
    expect(await second.take('a')).toEqual(me)
    isFull = true
    const before = livingSupervisors.size
    await first.close()
    expect(livingSupervisors.size).toBe(before - 1)
    for (const id of ['a', 'b']) expect(await second.take(id)).toEqual({ token: 2 })
    await second.close()
    expect(await livingHolder(store, 'a')).toBeUndefined()
  })

  it('is touched after it was given back, or not for as long as there is another', async () => {
    const clock = new FakeClock()
    const lost: string[] = []
    const touched: string[] = []
    const store = memoryClaims(() => clock.now())
    const watched: ClaimStore = { ...store, touch: (id, token) => (touched.push(id), store.touch(id, token)) }
    const claims = claimsOver(watched, clock, lost)
    for (const id of ['a', 'b', 'c']) await claims.take(id)
    await clock.advance(19_999)
    expect(touched).toEqual([])
    await clock.advance(1)
    expect(touched.splice(0)).toEqual(['a', 'b', 'c'])
    await claims.giveBack('a')
    claims.forget('b')
    await store.take('c', 2, { process: self, instance: 'other' })
    await clock.advance(20_000)
    expect([touched.splice(0), lost]).toEqual([['c'], ['c']])
    await clock.advance(60_000)
    expect(touched).toEqual([])
    // It beats again for what is claimed later.
    await claims.take('d')
    await clock.advance(20_000)
    expect(touched).toEqual(['d'])
    await claims.close()
    await clock.advance(60_000)
    expect([touched, clock.waiting]).toEqual([['d'], 0])
  })
})

it.each<readonly [whose: string, owner: object | null, ageMs: number, isOver: boolean]>([
  ['nobody', null, 0, true],
  ['another machine', { process: { ...self, host: 'far' } }, 59_999, false],
  ['another machine', { process: { ...self, host: 'far' } }, 60_000, true],
  ['an unknown process', { process: { ...self, startTime: '' } }, 59_999, false],
  ['an unknown process', { process: { ...self, startTime: '' } }, 60_000, true],
  ['a process that is gone', { process: { ...self, pid: 2 ** 22 + 1 } }, 0, true],
  ['another process of this number', { process: { ...self, startTime: '1' } }, 0, true],
  ['a supervisor of this process that lives', { process: self, instance: 'lives' }, 1e9, false],
  ['a supervisor of this process that has stopped', { process: self, instance: 'stopped' }, 0, true],
  ['another process that lives', { process: (await identifyProcess(process.ppid))!, instance: 'any' }, 1e9, false],
])('the claim of %s is over or not, otherwise than it is (%o, age %d)', async (_whose, owner, ageMs, isOver) => {
  livingSupervisors.add('lives')
  const claim = { token: 7, owner: owner && { instance: 'i', ...owner }, ageMs } as Parameters<typeof isClaimOver>[0]
  expect(await isClaimOver(claim)).toBe(isOver)
  const { process: by } = claim.owner ?? {}
  const holder = isOver ? undefined : { pid: by!.pid, host: by!.host }
  expect(await livingHolder({ ...memoryClaims(() => 0), newest: async () => claim }, 's')).toEqual(holder)
  livingSupervisors.delete('lives')
})
