import type { SearchedFolder } from '../../doctor/sessions/searched-folders.ts'
import type { Output } from '../output/output.ts'

const states = { read: 'no sessions', missing: 'does not exist' } as const

/** Says which folders could not be read: that nothing was found there proves nothing. */
export function tellUnreadable(output: Output, searched: readonly SearchedFolder[]): void {
  for (const { path, state } of searched)
    if (state === 'unreadable') output.talk(`This folder cannot be read, and its sessions were not checked: ${path}`)
}

/** Says that there is no session, where one was looked for, and how one that lies elsewhere is named. */
export async function tellNothingFound(
  output: Output,
  searched: readonly SearchedFolder[],
  command: 'doctor' | 'repair',
): Promise<void> {
  await output.line('No sessions found.')
  for (const { path, state } of searched)
    if (state !== 'unreadable') output.talk(`Looked in ${path} (${states[state]})`)
  output.talk(`A session that lies elsewhere can be named: session-recovery ${command} FILE`)
}
