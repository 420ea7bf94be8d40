import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findBrowser } from '../find-browser.ts'
import { view } from './served-view.ts'

test('a browser does not show the page, or runs a name', async ({ skip }) => {
  const browser = findBrowser()
  skip(browser === undefined, 'there is no Chromium here: the page of the fleet was not opened in a browser')
  const { stdout } = await promisify(execFile)(
    browser ?? '',
    ['--headless', '--no-sandbox', '--disable-gpu', '--virtual-time-budget=2000', '--dump-dom', await view()],
    { timeout: 50_000 },
  )
  expect(stdout).toContain('<h2>Interrupted</h2>')
  expect(stdout).toContain('n: failed TypeError')
  expect(stdout).not.toMatch(/<script/)
})
