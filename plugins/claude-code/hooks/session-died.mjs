// Tells a person why the session is dead, where Claude Code 2.1 shows it. What StopFailure says is shown nowhere, and `-p` ends it
// 20 ms after its start; so the transcript is asked for its last answer when a session is resumed, prompted again, and left.
// It only explains: editing the transcript of a running session is never safe.
import { spawnSync } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Behind the last answer stand a few lines of the program's own. */
const tailBytes = 4 * 1024 * 1024

/** The last answer of the transcript's own conversation; undefined where there is none to read. */
function lastAnswer(path) {
  for (const line of tailOf(path).split('\n').reverse()) {
    if (!line.includes('"assistant"')) continue
    try {
      const value = JSON.parse(line)
      if (value.type === 'assistant' && value.isSidechain !== true) return value
    } catch {
      // A torn line, or the second half of one.
    }
  }
  return undefined
}

function tailOf(path) {
  let file
  try {
    file = openSync(path, 'r')
    const { size } = fstatSync(file)
    const bytes = Buffer.alloc(Math.min(size, tailBytes))
    const read = readSync(file, bytes, 0, bytes.length, size - bytes.length)
    return bytes.toString('utf8', 0, read)
  } catch {
    return ''
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** The refusal that ended the last turn. Rate limits, billing and the like are for others to explain. */
function refusalOf(answer) {
  if (answer?.isApiErrorMessage !== true) return ''
  const content = answer.message?.content
  const text = Array.isArray(content) ? content.map((block) => block?.text ?? '').join('\n') : String(content ?? '')
  return answer.apiErrorStatus === 400 || /\b400\b/.test(text) ? text.trim() : ''
}

/** Only the command of this machine: a hook that fetched one would run whatever the registry holds by then. */
function explanationOf(refusal) {
  const { error, stdout } = spawnSync('session-recovery', ['explain', '-'], {
    input: refusal,
    encoding: 'utf8',
    timeout: 15_000,
  })
  if (error === undefined) return (stdout ?? '').trim()
  const manifest = new URL('../.claude-plugin/plugin.json', import.meta.url)
  const { name, version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return `The command is not installed: npm install --global ${name}@${version}`
}

/** The refusal as a word of a shell. What only the provider can see is repaired from its words; long or odd ones are left out. */
function errorOption(refusal) {
  const line = refusal.replaceAll(/\s+/g, ' ')
  return /^[ -~]{1,400}$/.test(line) ? ` --error '${line.replaceAll("'", `'\\''`)}'` : ''
}

const event = JSON.parse(readFileSync(0, 'utf8'))
const refusal = refusalOf(lastAnswer(String(event.transcript_path ?? '')))
if (refusal !== '') {
  const session = String(event.session_id ?? '')
  const remedy = `session-recovery repair ${session.slice(0, 8)}${errorOption(refusal)} --apply, then claude --resume ${session}`
  if (event.hook_event_name === 'SessionEnd') {
    // There is little time at the end, and nothing but what a failing hook says is shown then.
    process.stderr.write(`The provider refuses this session: ${refusal}\nTo repair it: ${remedy}\n`)
    process.exitCode = 2
  } else {
    const systemMessage = `${explanationOf(refusal)}\n\nAfter leaving this session: ${remedy}`.trim()
    process.stdout.write(JSON.stringify({ systemMessage }))
  }
}
