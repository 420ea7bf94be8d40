import { describe, expect, it } from 'vitest'
import { findProgram, namedSession, resumeCommand } from '../../src/supervisor/executors/agents/resume-command.ts'

const id = '6f1c2a34-0000-4000-8000-000000000000'
const rows: readonly [string, string][] = [
  ['claude', `claude --resume ${id}`],
  ['claude fix-it', `claude --resume ${id}`],
  ['claude -p Deploy --model opus', `claude --resume ${id} -p Go --model opus`],
  [
    'claude --model=opus -p Deploy --output-format json',
    `claude --resume ${id} -p Go --model=opus --output-format json`,
  ],
  ['claude --allowedTools Read Bash -p Deploy', `claude --resume ${id} -p Go --allowedTools Read Bash`],
  ['/usr/bin/claude --resume 11111111-aaaa --verbose', `/usr/bin/claude --resume ${id} --verbose`],
  ['claude -c', `claude --resume ${id}`],
  ['node /x/cli.js -p Deploy', `node /x/cli.js --resume ${id} -p Go`],
  ['codex', `codex resume ${id}`],
  ['codex -m gpt-6 Deploy', `codex resume ${id} -m gpt-6`],
  ['codex exec --json -c a=b Deploy', `codex exec resume ${id} --json -c a=b Go`],
  ['opencode', `opencode -s ${id}`],
  ['opencode /project --model a/b', `opencode /project -s ${id} --model a/b`],
  ['opencode run --format json Deploy', `opencode run -s ${id} --format json Go`],
  ['gemini -p Deploy -m pro', `gemini --resume ${id} -p Go -m pro`],
  ['gemini', `gemini --resume ${id}`],
]

describe('the command that resumes an agent', () => {
  it.each(rows)('of %j gives its first prompt a second time, or another session', (line, resumed) => {
    const command = line.split(' ')
    expect(resumeCommand(command, findProgram(command)!, id, 'Go').join(' ')).toBe(resumed)
    // Once more: a resumed program that ends again is resumed in the same way.
    expect(resumeCommand(resumed.split(' '), findProgram(command)!, id, 'Go').join(' ')).toBe(resumed)
  })

  it('takes another program for an agent, or overlooks the session that is named', () => {
    expect(findProgram(['make', 'claude.o', 'x', 'claude'])).toBeUndefined()
    const command = ['claude', '--resume', id]
    expect(namedSession(command, findProgram(command)!)).toBe(id)
    expect(namedSession(['claude', '-c'], findProgram(['claude'])!)).toBeUndefined()
  })
})
