import { describe, expect, it } from 'vitest'
import { findProgram, namedSession, resumeCommand } from '../../src/supervisor/executors/agents/resume-command.ts'

const id = '6f1c2a34-0000-4000-8000-000000000000'
const optionsOfClaude = ['--verbose', '--model opus', '--tools a b', '--add-dir=x']
const rows: readonly (readonly [string, string])[] = [
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
  ['claude --print Deploy --print', `claude --resume ${id} -p Go`],
  ['claude -r --verbose', `claude --resume ${id} --verbose`],
  ['claude --continue --fork-session', `claude --resume ${id}`],
  ['claude --session-id 11111111-aaaa', `claude --resume ${id}`],
  ['claude --resume=11111111-aaaa --verbose', `claude --resume ${id} --verbose`],
  ['claude --model', `claude --resume ${id} --model`],
  ['claude --add-dir=x Deploy', `claude --resume ${id} --add-dir=x`],
  ['claude --tools a --verbose Deploy', `claude --resume ${id} --tools a --verbose`],
  ...[
    '--allowedTools',
    '--allowed-tools',
    '--disallowedTools',
    '--disallowed-tools',
    '--tools',
    '--add-dir',
    '--mcp-config',
  ].map((option) => [`claude ${option} a b`, `claude --resume ${id} ${option} a b`] as const),
  ['codex resume --last', `codex resume ${id}`],
  ['codex resume 11111111-aaaa', `codex resume ${id}`],
  ['codex resume -m o9 11111111-aaaa Deploy', `codex resume ${id} -m o9`],
  ['codex --image x Deploy', `codex resume ${id} --image x`],
  ['opencode -c --fork', `opencode -s ${id}`],
  ['opencode --continue --session 11111111-aaaa /project', `opencode /project -s ${id}`],
  ['opencode --prompt Deploy /project', `opencode /project -s ${id}`],
  ['opencode --prompt=Deploy /project', `opencode /project -s ${id}`],
  ['opencode run Deploy', `opencode run -s ${id} Go`],
  ['gemini -r latest', `gemini --resume ${id}`],
  ['gemini -i Deploy -m pro', `gemini --resume ${id} -m pro`],
  ['gemini --prompt-interactive Deploy -m pro', `gemini --resume ${id} -m pro`],
  ['gemini --prompt Deploy -m pro', `gemini --resume ${id} -p Go -m pro`],
  ['gemini --prompt=Deploy -m pro', `gemini --resume ${id} -p Go -m pro`],
  ['node --no-warnings gemini.js', `node --no-warnings gemini.js --resume ${id}`],
  ['opencode /first /second', `opencode /first /second -s ${id}`],
  // An option of each kind behind each other one: the last of a name may be the one that counts.
  ...optionsOfClaude.flatMap((first) =>
    optionsOfClaude.map((second) => [`claude ${first} ${second}`, `claude --resume ${id} ${first} ${second}`] as const),
  ),
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
    const named = (line: string): string | undefined => namedSession(line.split(' '), findProgram(line.split(' '))!)
    expect(named('claude -c')).toBeUndefined()
    expect(named('claude --resume short')).toBeUndefined()
    expect(named('claude --resume --verbose')).toBeUndefined()
    expect(named('claude --resume=11111111-aaaa')).toBe('11111111-aaaa')
    expect(named('opencode --fork -s 11111111-aaaa')).toBe('11111111-aaaa')
    expect(named('claude --resume 11111111-aaaa.bak')).toBeUndefined()
    expect(named('claude --resume ~11111111-aaaa')).toBeUndefined()
    expect(named('codex --model 11111111-aaaa')).toBeUndefined()
    expect(named('codex resume 11111111-aaaa')).toBe('11111111-aaaa')
    expect(named('codex exec --json resume 11111111-aaaa Go')).toBe('11111111-aaaa')
    expect(named('codex resume --model 11111111-aaaa')).toBeUndefined()
    expect(named('codex resume --model o9 11111111-aaaa')).toBe('11111111-aaaa')
    expect(named('codex exec resume --json -m o9 11111111-aaaa continue-it')).toBe('11111111-aaaa')
    expect(named('codex resume --last --model o9 continue-it')).toBeUndefined()
    expect(named('codex --model o9 11111111-aaaa')).toBeUndefined()
  })
})
