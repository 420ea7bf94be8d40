import { pid } from 'node:process'
import { expect, test } from 'vitest'
import { identifyProcess, isOfThisMachine, isSameProcess } from '../../src/files/process-identity.ts'

const self = (await identifyProcess(pid))!

test('a process tells the id of its machine, which is not for others, or that of another boot is the same one', async () => {
  expect(self.machine ?? '0'.repeat(16)).toMatch(/^[0-9a-f]{16}$/)
  expect(await isSameProcess(self)).toBe(true)
  expect(await isSameProcess({ ...self, bootId: 'before' })).toBe(false)
})

// A machine without an id (a container, macOS) is known by its name alone.
const hasID = self.machine !== undefined
test.each([
  ['this one', {}, true],
  ['this one before it began anew', { bootId: 'before' }, true],
  ['this one as an older release named it', { bootId: 'before', machine: undefined }, true],
  ['this one, whose id was made anew since the boot', { machine: 'other' }, true],
  ['another one of its name', { bootId: 'other', machine: 'other' }, !hasID],
  ['one of another name', { host: 'elsewhere' }, false],
])('the machine is taken for another: %s', async (_, changed, isHere) => {
  expect(await isOfThisMachine({ ...self, ...changed })).toBe(isHere)
})
