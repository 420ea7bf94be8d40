import { describe, expect, test } from 'vitest'
import type { AgentSession } from '../../src/agents/agent.ts'
import { firstPrompt } from '../../src/doctor/check/first-prompt.ts'
import { nextCommand } from '../../src/doctor/check/next-command.ts'
import { placeOf } from '../../src/doctor/check/place-of.ts'
import { badness, type ReportedFinding, worstOf } from '../../src/doctor/check/reported-finding.ts'
import { blockText, payloadText } from '../../src/doctor/extract/block-text.ts'
import { harmless, harmlessLine } from '../../src/doctor/redact/harmless.ts'
import { toJson } from '../../src/doctor/redact/to-json.ts'
import { sessionFolders } from '../../src/doctor/sessions/session-folders.ts'
import { handleOf, isShortFor, shellWord, shortId } from '../../src/doctor/sessions/short-id.ts'

const finding = (severity: ReportedFinding['severity'], loss: ReportedFinding['loss'], id = ''): ReportedFinding => {
  return { id, severity, loss, level: 'file', type: 'damaged_line', at: null, detail: {} }
}

test('a finding is worse than one of a higher severity or a dearer repair, or the last of equals wins', () => {
  const rising = [
    finding('info', 'lossy'),
    finding('warning', 'none'),
    finding('warning', null),
    finding('error', 'none'),
    finding('error', 'synthesised'),
    finding('error', 'lossy'),
    finding('error', null),
  ]
  const weights = rising.map(badness)
  expect(weights).toEqual([2, 10, 13, 20, 21, 22, 23])
  const equals = [finding('info', null), finding('error', 'none', 'first'), finding('error', 'none', 'second')]
  expect(worstOf(equals)?.id).toBe('first')
  expect(worstOf(rising)).toBe(rising.at(-1))
  expect(worstOf([])).toBeUndefined()
})

test.for<readonly [finding: Pick<ReportedFinding, 'at' | 'line'>, place: string]>([
  [{ at: null }, ''],
  [{ at: null, line: 0 }, 'line 0'],
  [{ at: { messageIndex: 0 } }, 'message 0'],
  [{ at: { messageIndex: 2, blockIndex: 0 }, line: 7 }, 'message 2, block 0, line 7'],
])('the place of %j is told otherwise', ([at, place]) => {
  expect(placeOf(at)).toBe(place)
})

test.for<readonly [env: Record<string, string>, agents: readonly string[], folders: readonly string[]]>([
  [
    {},
    [],
    [
      '/h/.claude/projects',
      '/h/.codex/sessions',
      '/h/.gemini/tmp',
      '/h/.hermes/webui/sessions',
      '/h/.local/share/opencode',
    ],
  ],
  [{ CODEX_HOME: '/c' }, ['codex'], ['/c/sessions']],
  [{ OPENCODE_DB: '/d/my.db' }, ['opencode', 'codex'], ['/h/.codex/sessions', '/h/.local/share/opencode', '/d']],
  [{ OPENCODE_DB: 'my.db' }, ['opencode'], ['/h/.local/share/opencode']],
  [{}, ['file'], []],
])('with %j the sessions of %j are looked for elsewhere', ([env, agents, folders]) => {
  expect(sessionFolders({ home: '/h', env }, agents)).toEqual(folders)
})

test.for<readonly [payload: unknown, text: string]>([
  [undefined, ''],
  [null, ''],
  ['said', 'said'],
  [7, '7'],
  [{ a: 1 }, '{\n  "a": 1\n}'],
  [[], ''],
  [['a', null, 7, undefined, { text: 'b' }, { type: 'image' }, { odd: 1 }], 'a\nnull\n7\n\nb\n[image]\n{"odd":1}'],
])('the payload %j is told in other words', ([payload, text]) => {
  expect(payloadText(payload)).toBe(text)
  const block = { payload, raw: { type: 'odd' } }
  const texts = (['tool_call', 'tool_result', 'thinking', 'media', 'unknown', 'text'] as const).map((kind) =>
    blockText({ ...block, kind } as never),
  )
  expect(texts).toEqual([text, text, '', '[media]', '{"type":"odd"}', '{"type":"odd"}'])
  expect(blockText({ kind: 'thinking', text: 'thought', raw: {} } as never)).toBe('thought')
  expect(blockText({ kind: 'unknown' } as never)).toBe('')
})

describe('an id', () => {
  const random = '6f1c2a34-0000-4000-8000-000000000001'
  const timed = '01999999-0000-7000-8000-000000000009'
  const chat = 'session-2026-11-20T08-00-abcdef12'

  test.for<readonly [id: string, short: string]>([
    [random, '6f1c2a34'],
    [timed, '01999999-0000-7000'],
    [timed.toUpperCase().replaceAll('O', '0'), '01999999-0000-7000'],
    ['ses_0123456789abXYZW1234', 'ses_0123456789abXYZW'],
    ['ses_broken', 'ses_broken'],
    [chat, 'abcdef12'],
    [`${chat}3`, `${chat}3`],
    [`x${random}`, `x${random}`],
    ['plain', 'plain'],
  ])('%s is shortened to something else', ([id, short]) => {
    expect(shortId(id)).toBe(short)
    expect(isShortFor(short, id)).toBe(true)
    expect(isShortFor(id, id)).toBe(true)
  })

  test.for<readonly [typed: string, id: string, isMeant: boolean]>([
    ['6f1', random, true],
    ['000001', random, true],
    ['00001', random, false],
    ['0000', random, false],
    ['abcdef12-1111-4000-8000-000000000001', chat, true],
    ['abcdef13-1111-4000-8000-000000000001', chat, false],
    ['abcdef12-1111', chat, false],
    ['xabcdef12-1111-4000-8000-000000000001', chat, false],
    ['abcdef12-1111-4000-8000-000000000001', random, false],
  ])('%s is not understood as %s, or is: %s', ([typed, id, isMeant]) => {
    expect(isShortFor(typed, id)).toBe(isMeant)
  })

  test.for<readonly [text: string, word: string]>([
    ['6f1c2a34', '6f1c2a34'],
    ['/home/ada/a_b@1.2:x,y+z=%.jsonl', '/home/ada/a_b@1.2:x,y+z=%.jsonl'],
    ['a b', "'a b'"],
    ['', "''"],
    ['-rf', "'-rf'"],
    ["a'; rm '", String.raw`'a'\''; rm '\'''`],
    ['$HOME', "'$HOME'"],
  ])('%j is another word for a shell', ([text, word]) => {
    expect(shellWord(text)).toBe(word)
  })

  test('of a file that no agent owns is shown instead of its path', () => {
    const ref = {
      id: random,
      path: '/tmp/a b.json',
      agent: 'file',
      format: 'gemini',
      sizeBytes: 0,
      modifiedMs: 0,
    } as const
    expect(handleOf(ref)).toBe("'/tmp/a b.json'")
    expect(handleOf(ref, 'gemini')).toBe("'/tmp/a b.json' --as gemini")
    expect(handleOf({ ...ref, agent: 'codex' }, 'gemini')).toBe('6f1c2a34')
  })
})

test.for<readonly [text: string, block: string, line: string]>([
  ['a\tb\nc', 'a\tb\nc', 'a\tb\ufffdc'],
  ['a\r\nb\rc', 'a\nb\ufffdc', 'a\ufffdb\ufffdc'],
  ['\u001b[31m\u0007\u009b\u007f', '\ufffd[31m\ufffd\ufffd\ufffd', '\ufffd[31m\ufffd\ufffd\ufffd'],
  ['\u202e\u2066\u2069\u061c\u200e\u200f\u2028\u2029', '\ufffd'.repeat(8), '\ufffd'.repeat(8)],
  ['é👋\u200d\u2030', 'é👋\u200d\u2030', 'é👋\u200d\u2030'],
  ['\ud800', '\ufffd', '\ufffd'],
])('what a terminal would obey in %j is shown as it is', ([text, block, line]) => {
  expect(harmless(text)).toBe(block)
  expect(harmlessLine(text)).toBe(line)
})

test.for<readonly [text: string, json: string]>([
  ['a\u0001\u007F\u009F', String.raw`"a\u0001\u007f\u009f"`],
  ['\u061C\u200E\u2028\u202E\u2069', String.raw`"\u061c\u200e\u2028\u202e\u2069"`],
  ['é\uD800', '"é\uFFFD"'],
])('what a terminal would obey in %j is in the JSON of it, or another text is', ([text, json]) => {
  expect(toJson(text)).toBe(json)
  expect(toJson([text], 1)).toBe(`[\n ${json}\n]`)
})

const ref = { agent: 'codex', id: 'ab', path: '/ab', sizeBytes: 0, modifiedMs: 0 } as const
const [extract, repair] = ['session-recovery extract ab', 'session-recovery repair ab']
test.for<readonly [findings: readonly ReportedFinding[], writable: boolean, next: string | null]>([
  [[], true, null],
  [[finding('info', 'none')], true, null],
  [[finding('warning', null)], true, null],
  [[finding('warning', null), finding('error', null)], true, extract],
  [[finding('error', null), finding('info', 'none')], true, extract],
  [[finding('error', 'none')], false, extract],
  [[finding('warning', 'none')], false, null],
  [[finding('warning', 'none')], true, repair],
  [[finding('error', null), finding('error', 'lossy')], true, `${repair} --allow lossy`],
  [[finding('error', 'none'), finding('error', 'lossy')], true, repair],
  [[finding('info', 'none'), finding('error', 'lossy')], true, `${repair} --allow lossy`],
])('for %j (writable: %s) not %s helps most', ([findings, writable, next]) => {
  expect(nextCommand(ref, findings, writable)).toBe(next)
  const said = nextCommand({ ...ref, agent: 'file' }, findings, writable, { as: 'gemini', asked: ' --all' })
  expect(said).toBe(
    next?.replace('repair ab', 'repair /ab --as gemini --all').replace('extract ab', 'extract /ab --as gemini') ?? null,
  )
})

test.for<readonly [said: readonly (readonly [role: string, ...texts: string[]])[], first: string | undefined]>([
  [[], undefined],
  [[['assistant', 'Hello.']], undefined],
  [
    [
      ['assistant', 'Hello.'],
      ['user', ' Go on.\n'],
    ],
    'Go on.',
  ],
  [[['user', '<context>x</context>', ' ', 'Do it.', 'Then that.']], 'Do it.'],
  [
    [
      ['user', '# AGENTS.md'],
      ['assistant', 'ok'],
      ['user', 'Caveat: x'],
      ['assistant', 'ok'],
      ['user', 'a < b'],
    ],
    'a < b',
  ],
  [[['user', '\n <system-reminder>x']], undefined],
  [
    Array.from({ length: 21 }, (_, at) => [at % 2 ? 'assistant' : 'user', at < 20 ? '<x>' : 'Too late.'] as const),
    undefined,
  ],
  [
    Array.from({ length: 20 }, (_, at) => [at % 2 ? 'user' : 'assistant', at < 19 ? '<x>' : 'In time.'] as const),
    'In time.',
  ],
])('of %j not %j is what a person has said first', ([said, first]) => {
  const messages = said.map(([role, ...texts]) => ({ role, content: texts.map((text) => ({ type: 'text', text })) }))
  expect(firstPrompt({ format: 'anthropic-messages', messages } as unknown as AgentSession)).toBe(first)
})
