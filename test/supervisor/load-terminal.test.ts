import { expect, it } from 'vitest'
import { loadTerminal } from '../../src/supervisor/executors/terminal.ts'

const module = (text: string): string => `data:text/javascript,${text}`
const one = module('export const spawn = "one"')
const other = module('export default { spawn: "other" }')
const none = module('export const open = "none"')

it.each([
  [[one, other], 'one'],
  [[other, one], 'other'],
  [['not-installed', one], 'one'],
  [[none, other], 'other'],
])('of the packages %j another one opens terminals', async (names, spawn) => {
  expect(await loadTerminal(names)).toBe(spawn)
})

it.each([
  [['not-installed', 'nor-this'], /not-installed/],
  [[none, 'nor-this'], /nor-this/],
])('without any of %j nobody is told what to install, or why there is none', async (names, why) => {
  await expect(loadTerminal(names)).rejects.toMatchObject({
    code: 'missing_peer',
    remedy: `Install one: npm install ${names[0]}.`,
    cause: { message: expect.stringMatching(why) },
  })
})
