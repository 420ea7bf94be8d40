import { spawnSync } from 'node:child_process'
import { userInfo } from 'node:os'
import { expect, test } from 'vitest'
import { homeFolder } from '../../src/files/home-folder.ts'

test('the home of a user is another than the variable says', () => {
  expect(homeFolder({ HOME: '/home/ann' })).toBe('/home/ann')
})

// The platform believes an empty variable of its own process.
test.runIf(process.platform !== 'win32')('with an empty HOME sessions are looked for in the working folder', () => {
  const source = new URL('../../src/files/home-folder.ts', import.meta.url).href
  const code = `import(${JSON.stringify(source)}).then(({ homeFolder }) => console.log(homeFolder(process.env)))`
  const { stdout } = spawnSync(process.execPath, ['-e', code], {
    env: { ...process.env, HOME: '' },
    encoding: 'utf8',
  })
  expect(stdout.trim()).toBe(userInfo().homedir)
})
