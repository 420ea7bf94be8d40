import { homedir, userInfo } from 'node:os'

/**
 * The user's own folder; where `HOME` is empty, as some services have it, the one of the account: never the working folder.
 *
 * @example
 * homeFolder({ HOME: '/home/ann' }) // '/home/ann'
 */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  return env['HOME'] || homedir() || accountFolder()
}

/** A container may run under a number that is no account. */
function accountFolder(): string {
  try {
    return userInfo().homedir || '/'
  } catch {
    return '/'
  }
}
