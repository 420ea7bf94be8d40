import { existsSync } from 'node:fs'

/** Where Chromium is on machines that have it. */
export const findBrowser = (): string | undefined =>
  ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) => existsSync(path))
