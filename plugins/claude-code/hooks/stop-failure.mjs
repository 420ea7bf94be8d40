// Runs when a turn ends in an error. It only explains: editing the transcript of a running session is never safe.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Only the command of this machine: a hook that fetched one would run whatever the registry holds by then. */
function sessionRecovery(args, input) {
  return spawnSync('session-recovery', args, { input, encoding: 'utf8', timeout: 15_000 })
}

const failure = JSON.parse(readFileSync(0, 'utf8'))
const text = String(failure.last_assistant_message ?? '')
// Rate limits, billing and the like are for others to explain.
if (failure.error === 'invalid_request' && text !== '') {
  const { stdout } = sessionRecovery(['explain', '-'], text)
  const session = String(failure.session_id ?? '').slice(0, 8)
  const remedy = `After leaving this session: session-recovery repair ${session} --apply, then claude --resume ${failure.session_id}`
  process.stdout.write(JSON.stringify({ systemMessage: `${(stdout ?? '').trim()}\n\n${remedy}`.trim() }))
}
