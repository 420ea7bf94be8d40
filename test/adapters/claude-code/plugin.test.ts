import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../files/temp-folder.ts'

const plugin = join(import.meta.dirname, '../../../plugins/claude-code')
const session = '31d51775-62c3-493f-a9be-13d447842a5d'
const refusal = 'API Error: 400 due to tool use concurrency issues.'

const failed = {
  type: 'assistant',
  isSidechain: false,
  message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text: refusal }] },
  isApiErrorMessage: true,
  apiErrorStatus: 400,
}
const answered = { type: 'assistant', message: { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] } }
const prompt = { type: 'user', message: { role: 'user', content: 'go on' } }

interface Told {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the hook as Claude Code does: the event on standard input, `session-recovery` on the path or not. */
function hook(event: string, lines: readonly unknown[], installed = true): Told {
  const folder = tempFolder()
  const transcript = join(folder, `${session}.jsonl`)
  writeFileSync(transcript, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  const command = join(folder, 'session-recovery')
  if (installed) {
    writeFileSync(command, '#!/bin/sh\necho "explained: $(cat)"\n')
    chmodSync(command, 0o755)
  }
  return spawnSync(process.execPath, [join(plugin, 'hooks/session-died.mjs')], {
    input: JSON.stringify({ hook_event_name: event, session_id: session, transcript_path: transcript }),
    encoding: 'utf8',
    env: { PATH: `${folder}:/bin:/usr/bin` },
  })
}

const remedy = `session-recovery repair 31d51775 --error '${refusal}' --apply, then claude --resume ${session}`

test.each(['UserPromptSubmit', 'SessionStart'])('%s: a refused session is not explained where it is shown', (event) => {
  const { status, stdout } = hook(event, [prompt, failed, prompt])
  expect(status).toBe(0)
  const { systemMessage } = JSON.parse(stdout) as { systemMessage: string }
  expect(systemMessage).toContain(`explained: ${refusal}`)
  expect(systemMessage).toContain(remedy)
})

test('the end of a refused session says nothing: only what a failing hook writes is shown then', () => {
  const { status, stderr } = hook('SessionEnd', [prompt, failed, { type: 'last-prompt' }])
  expect(status).toBe(2)
  expect(stderr).toContain(refusal)
  expect(stderr).toContain(remedy)
})

test.each([
  ['a quote ends the word', "API Error: 400 it's `rm`", ` --error 'API Error: 400 it'\\''s \`rm\`'`],
  ['a terminal would obey it', 'API Error: 400 \u001B]0;x\u0007', ''],
  ['it fills the screen', `API Error: 400 ${'x'.repeat(500)}`, ''],
])('what the provider said is put into a command where %s', (_why, said, option) => {
  const line = { ...failed, message: { ...failed.message, content: [{ type: 'text', text: said }] } }
  const { systemMessage } = JSON.parse(hook('SessionStart', [line]).stdout) as { systemMessage: string }
  expect(systemMessage).toContain(`session-recovery repair 31d51775${option} --apply, then`)
})

test.each([
  ['that goes on', [failed, prompt, answered]],
  ['whose sub-agent was refused', [answered, { ...failed, isSidechain: true }]],
  ['that is told to wait', [{ ...failed, apiErrorStatus: 429, message: { content: 'API Error: 429 slow down' } }]],
  ['without an answer', [prompt]],
  ['with nothing but a torn line', ['{"type":"assistant","isApiErr']],
])('a session %s is called dead', (_what, lines) => {
  for (const event of ['UserPromptSubmit', 'SessionEnd'])
    expect(hook(event, lines)).toMatchObject({ status: 0, stdout: '', stderr: '' })
})

test('a machine without the command runs what the registry holds by then', () => {
  const { version } = JSON.parse(readFileSync(join(plugin, '.claude-plugin/plugin.json'), 'utf8')) as {
    version: string
  }
  const { stdout } = hook('UserPromptSubmit', [failed], false)
  expect(stdout).toContain(`npm install --global session-recovery@${version}`)
})

test('an event that Claude Code ends early, or shows nowhere, is listened to', () => {
  const { hooks } = JSON.parse(readFileSync(join(plugin, 'hooks/hooks.json'), 'utf8')) as { hooks: object }
  expect(Object.keys(hooks).toSorted()).toEqual(['SessionEnd', 'SessionStart', 'UserPromptSubmit'])
  expect(readFileSync(join(plugin, 'skills/session-doctor/SKILL.md'), 'utf8')).not.toContain('npx')
})
