import { copyStore } from '../storage/copy/copy-store.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { closeAll } from './store/close-all.ts'
import { isSameStore, openReadStore, openStore, storeLabel, whileSomebodyWaits } from './store/open-store.ts'
import type { Invocation } from './table/command.ts'
import { counted } from '../json/counted.ts'

/** `session-recovery copy FROM TO`: moves a store; interrupted, it is run again. */
export async function copyCommand({ options, positionals }: Invocation, { output }: CliContext): Promise<ExitCode> {
  const [source = '', target = ''] = positionals
  if (isSameStore(source, target))
    throw new CliError('usage', 'copy needs two different stores.', 'session-recovery copy sessions.db postgres://...')
  // Of one that cannot be read nothing is copied, and no target made.
  const from = await openReadStore(source, whileSomebodyWaits)
  const isJson = options.flag('json')
  let to: SessionStore | undefined
  try {
    to = await openStore(target, whileSomebodyWaits)
    // A target that cannot be opened is reported even when there may be nothing to copy.
    await to.leases.holder('none')
    let seen = 0
    const counts = await copyStore(from, to, async ({ sessionID, outcome }) => {
      output.progress(`looked at ${counted((seen += 1), 'session')}: ${sessionID}`)
      if (!isJson && outcome !== 'same') await output.line(`${outcome.padEnd(9)}  ${JSON.stringify(sessionID)}`)
    })
    output.progress('')
    const { copied, same, busy, conflict } = counts
    const stores = { from: storeLabel(source), to: storeLabel(target) }
    await output.line(
      isJson
        ? JSON.stringify({ schema: 'session-recovery.copy/1', ...stores, ...counts })
        : `${copied} copied, ${same} there already, ${busy} in use, ${conflict} in conflict.`,
    )
    // An empty file opens as a store without sessions: a mistyped name should be noticed.
    if (seen === 0) output.talk(`${stores.from} holds no sessions.`)
    return busy + conflict > 0 ? exitCode.findings : exitCode.healthy
  } finally {
    await closeAll(from, to)
  }
}
