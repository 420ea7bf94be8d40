import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ClientChanges } from '../../src/proxy/clients/client-setup.ts'
import { parseJsonc } from '../../src/proxy/clients/read-json-file.ts'
import { setUpClient } from '../../src/proxy/clients/set-up-client.ts'
import { tempFolder } from '../files/temp-folder.ts'

interface Given {
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
}

async function setUp(
  command: string,
  { env = {}, args = [], files = {} }: Given = {},
): Promise<{ upstreams: Readonly<Record<string, string>>; changes: ClientChanges }> {
  const home = tempFolder()
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  const named = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value.replace(/^~/, home)]))
  const setup = setUpClient(command, { env: named, args, home, cwd: join(home, 'work') })
  return { upstreams: setup.upstreams, changes: setup.changes((name) => `proxy/${name}`) }
}

test('a variable that was set is not the upstream, or one that nobody set is invented', async () => {
  const { upstreams, changes } = await setUp('python', {
    env: {
      OPENAI_API_BASE: 'http://b/v1',
      OPENAI_BASE_URL: 'http://a/v1',
      DEEPSEEK_BASE_URL: 'http://d',
      HTTPS_PROXY: 'http://p',
    },
  })
  expect(upstreams).toStrictEqual({ openai: 'http://a/v1', 'deepseek-base-url': 'http://d' })
  expect(changes).toEqual({
    args: [],
    env: {
      ANTHROPIC_BASE_URL: 'proxy/anthropic',
      OPENAI_BASE_URL: 'proxy/openai',
      OPENAI_API_BASE: 'proxy/openai',
      GOOGLE_GEMINI_BASE_URL: 'proxy/gemini',
      DEEPSEEK_BASE_URL: 'proxy/deepseek-base-url',
      NO_PROXY: '127.0.0.1,localhost,::1',
      no_proxy: '127.0.0.1,localhost,::1',
    },
  })
})

test.each([
  ['ANTHROPIC_BASE_URL', 'anthropic'],
  ['OPENAI_BASE_URL', 'openai'],
  ['OPENAI_API_BASE', 'openai'],
  ['GOOGLE_GEMINI_BASE_URL', 'gemini'],
  ['ANTHROPIC_VERTEX_BASE_URL', 'anthropic-vertex-base-url'],
  ['GOOGLE_VERTEX_BASE_URL', 'google-vertex-base-url'],
  ['AZURE_OPENAI_ENDPOINT', 'azure-openai-endpoint'],
  ['DEEPSEEK_BASE_URL', 'deepseek-base-url'],
  ['MISTRAL_BASE_URL', 'mistral-base-url'],
  ['OPENROUTER_BASE_URL', 'openrouter-base-url'],
])('%s is not followed, or leads to another upstream than %s', async (variable, upstream) => {
  const { upstreams, changes } = await setUp('python', { env: { [variable]: 'http://own' } })
  expect(upstreams).toStrictEqual({ [upstream]: 'http://own' })
  expect(changes.env![variable]).toBe(`proxy/${upstream}`)
})

test('a program of any name is set up as the one that it is not', async () => {
  const plain = await setUp('python')
  for (const name of ['constructor', 'toString', 'claude-code', 'opencode.py']) expect(await setUp(name)).toEqual(plain)
  const files = { '.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"http://gateway"}}' }
  for (const name of ['claude', '/usr/bin/claude', 'claude.exe', 'CLAUDE.CMD'.toLowerCase(), 'claude.js', 'claude.MJS'])
    expect((await setUp(name, { files })).changes.args).toHaveLength(2)
})

test.each<readonly [why: string, command: string, given: Given, upstreams: object, args: readonly string[]]>([
  ['nothing is configured', 'codex', {}, {}, ['-c', 'openai_base_url="proxy/openai"']],
  [
    'a variable names its folder',
    'codex',
    { env: { CODEX_HOME: '/nowhere' }, files: { '.codex/config.toml': "openai_base_url = 'http://no'" } },
    {},
    ['-c', 'openai_base_url="proxy/openai"'],
  ],
  [
    'its address is set',
    'codex',
    { files: { '.codex/config.toml': "openai_base_url = 'http://own' # mine\n[x]\nopenai_base_url = 'http://no'" } },
    { openai: 'http://own' },
    ['-c', 'openai_base_url="proxy/openai"'],
  ],
  [
    'a table is quoted',
    'codex',
    {
      files: { '.codex/config.toml': 'model_provider = "a b"\n [ "model_providers"."a b" ]\n  base_url = "http://q"' },
    },
    { 'codex-a-b': 'http://q' },
    ['-c', 'model_providers.a b.base_url="proxy/codex-a-b"'],
  ],
  [
    'it has a key and a login',
    'codex',
    { files: { '.codex/auth.json': '{"OPENAI_API_KEY":"k","tokens":{}}' } },
    {},
    ['-c', 'openai_base_url="proxy/openai"'],
  ],
  [
    'a variable and a login say two things',
    'codex',
    { env: { OPENAI_BASE_URL: 'http://env' }, files: { '.codex/auth.json': '{"tokens":{}}' } },
    { openai: 'http://env' },
    ['-c', 'openai_base_url="proxy/openai"'],
  ],
  [
    'its own arguments name the provider',
    'codex',
    { args: ['--config', "model_provider='p'", '-c', 'model_providers.p.base_url=http://p', 'model_provider=q'] },
    { 'codex-p': 'http://p' },
    ['-c', 'model_providers.p.base_url="proxy/codex-p"'],
  ],
  [
    'its own arguments are about something else',
    'codex',
    {
      args: [
        '--configs',
        'model_provider=q',
        'x-c',
        'model_provider=r',
        'model_provider=s',
        '-c',
        'x model_provider=t',
      ],
    },
    {},
    ['-c', 'openai_base_url="proxy/openai"'],
  ],
  [
    'a line of its settings holds one behind something else',
    'codex',
    {
      files: {
        '.codex/config.toml': 'x openai_base_url = "http://no"\nopenai_base_url = 7\n=[x]\nopenai_base_url = ""',
      },
    },
    { openai: '' },
    ['-c', 'openai_base_url="proxy/openai"'],
  ],
  [
    'an empty address is set',
    'claude',
    { files: { '.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":""}}' } },
    {},
    [],
  ],
  [
    'the folder of the work says otherwise',
    'claude',
    {
      files: {
        '.claude/settings.local.json': '{"env":{"ANTHROPIC_BASE_URL":"http://home"}}',
        'work/.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"http://work"}}',
      },
    },
    { anthropic: 'http://work' },
    ['--settings', '{"env":{"ANTHROPIC_BASE_URL":"proxy/anthropic"}}'],
  ],
])('the address of a client is taken from elsewhere when %s', async (_why, command, given, upstreams, args) => {
  const setup = await setUp(command, given)
  expect(setup.upstreams).toEqual(upstreams)
  expect(setup.changes.args).toEqual(args)
})

test.each<readonly [why: string, env: Record<string, string>, files: Record<string, string>, upstreams: object]>([
  ['a key is set', { ANTHROPIC_API_KEY: 'k' }, {}, { 'opencode-anthropic': 'https://api.anthropic.com/v1' }],
  ['a key is set', { OPENAI_API_KEY: 'k' }, {}, { 'opencode-openai': 'https://api.openai.com/v1' }],
  [
    'a key is set',
    { GEMINI_API_KEY: 'k' },
    {},
    { 'opencode-google': 'https://generativelanguage.googleapis.com/v1beta' },
  ],
  [
    'a key is set',
    { GOOGLE_GENERATIVE_AI_API_KEY: 'k' },
    {},
    { 'opencode-google': 'https://generativelanguage.googleapis.com/v1beta' },
  ],
  ['nothing is', {}, {}, {}],
  [
    'a folder above and the one of the work say two things',
    {},
    {
      '.config/opencode/opencode.json':
        '{"provider":{"a":{"api":"http://global"},"b":{"api":"http://b"},"c":{"api":"x"}}}',
      'opencode.json': '{"provider":{"a":{"api":"http://above"},"c":{"api":"http://above"}}}',
      'work/.opencode/opencode.jsonc': '{"provider":{"a":{"api":"http://work"}}} // mine',
      'work/opencode.json': '{"provider":{"a":{"api":"http://no"}}}',
    },
    { 'opencode-a': 'http://work', 'opencode-b': 'http://b', 'opencode-c': 'http://above' },
  ],
  [
    'a file is named, and one of the work says another thing',
    { OPENCODE_CONFIG: '~/mine.json' },
    {
      'mine.json': '{"provider":{"a":{"api":"http://mine"}}}',
      'work/opencode.json': '{"provider":{"a":{"api":"http://work"}}}',
    },
    { 'opencode-a': 'http://mine' },
  ],
  [
    'a provider is known, and named without its address, or has two',
    {},
    {
      'work/opencode.json':
        '{"provider":{"openai":{},"x y":{"api":"http://no","options":{"baseURL":"http://{env:H}"}},"z":{},"toString":{}}}',
    },
    { 'opencode-openai': 'https://api.openai.com/v1', 'opencode-x-y': 'http://' },
  ],
])('the address of a provider of opencode is taken from elsewhere when %s', async (_why, env, files, upstreams) => {
  expect((await setUp('opencode', { env, files })).upstreams).toEqual(upstreams)
})

test('what was set for a proxy of the network is thrown away, or a machine without one gets it', async () => {
  const own = '127.0.0.1,localhost,::1'
  const variablesOf = async (env: Record<string, string>): Promise<readonly unknown[]> => {
    const { changes } = await setUp('python', { env })
    return [changes.env!['NO_PROXY'], changes.env!['no_proxy']]
  }
  expect(await variablesOf({ NO_PROXY: 'a' })).toEqual([undefined, undefined])
  expect(await variablesOf({ http_proxy: 'p', NO_PROXY: 'a' })).toEqual([`a,${own}`, own])
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'all_proxy'])
    expect(await variablesOf({ [name]: 'p', no_proxy: 'b' })).toEqual([own, `b,${own}`])
})

test('JSON with comments and commas is read as something else', () => {
  const text = '{ /* a */ "u": "http://x", // b\n "s": "a, } // \\" /* c */", "l": [1, 2, ], }'
  expect(parseJsonc(text)).toEqual({ u: 'http://x', s: 'a, } // " /* c */', l: [1, 2] })
  expect(parseJsonc('{')).toBeUndefined()
})

test('the provider that codex is configured for is bypassed', async () => {
  const config = [
    'model_provider = "mock" # mine',
    '# model_provider = "other"',
    '[model_providers.other]',
    'base_url = "http://no"',
    '[model_providers.mock]',
    'base_url = "http://127.0.0.1:4020/v1"',
  ].join('\n')
  const files = { '.codex/config.toml': config }
  const mock = await setUp('/usr/bin/codex', { files })
  expect(mock.upstreams).toEqual({ 'codex-mock': 'http://127.0.0.1:4020/v1' })
  expect(mock.changes.args).toEqual(['-c', 'model_providers.mock.base_url="proxy/codex-mock"'])
  const chosen = await setUp('codex', { files, args: ['exec', '-c', 'model_provider="other"', 'hi'] })
  expect(chosen.upstreams).toEqual({ 'codex-other': 'http://no' })
  const builtIn = await setUp('codex', { args: ['-c', 'model_provider=ollama'] })
  expect(builtIn.changes.args).toEqual([])
})

test('a ChatGPT login of codex is sent to the API for keys', async () => {
  const files = { '.codex/auth.json': '{"OPENAI_API_KEY":null,"tokens":{"id_token":"x"}}' }
  expect((await setUp('codex', { files })).upstreams).toEqual({ openai: 'https://chatgpt.com/backend-api/codex' })
  expect((await setUp('codex', { files, env: { CODEX_API_KEY: 'x' } })).upstreams).toEqual({})
})

test('providers of opencode are missed, or lose what was configured for them', async () => {
  const files = {
    'work/opencode.jsonc': `{ // mine
      "provider": { "local": { "npm": "x", "options": { "baseURL": "{env:LOCAL}/v1" } }, "anthropic": { "models": {} }, },
    }`,
    '.local/share/opencode/auth.json': '{"openai":{"type":"api"}}',
  }
  const content = '{"model":"m","provider":{"local":{"options":{"apiKey":"k"}}}}'
  const env = { LOCAL: 'http://127.0.0.1:1', OPENCODE_CONFIG_CONTENT: content }
  const { upstreams, changes } = await setUp('opencode', { files, env })
  expect(upstreams).toEqual({
    'opencode-local': 'http://127.0.0.1:1/v1',
    'opencode-anthropic': 'https://api.anthropic.com/v1',
    'opencode-openai': 'https://api.openai.com/v1',
  })
  expect(JSON.parse(changes.env!['OPENCODE_CONFIG_CONTENT']!)).toEqual({
    model: 'm',
    provider: {
      local: { options: { apiKey: 'k', baseURL: 'proxy/opencode-local' } },
      anthropic: { options: { baseURL: 'proxy/opencode-anthropic' } },
      openai: { options: { baseURL: 'proxy/opencode-openai' } },
    },
  })
})

test('settings of Claude Code win over the proxy', async () => {
  expect((await setUp('claude')).changes.args).toEqual([])
  const files = { '.claude/settings.json': '{"env":{"ANTHROPIC_BASE_URL":"http://gateway"}}' }
  const { upstreams, changes } = await setUp('claude', { files, env: { ANTHROPIC_BASE_URL: 'http://other' } })
  expect(upstreams).toEqual({ anthropic: 'http://gateway' })
  expect(changes.args).toEqual(['--settings', '{"env":{"ANTHROPIC_BASE_URL":"proxy/anthropic"}}'])
  const settings = (address: string): string => JSON.stringify({ env: { ANTHROPIC_BASE_URL: address } })
  const rising = [
    '.claude/settings.json',
    '.claude/settings.local.json',
    'work/.claude/settings.json',
    'work/.claude/settings.local.json',
  ]
  for (const count of [1, 2, 3, 4]) {
    const some = Object.fromEntries(rising.slice(0, count).map((name, at) => [name, settings(`http://${at}`)]))
    expect((await setUp('claude', { files: some })).upstreams).toEqual({ anthropic: `http://${count - 1}` })
  }
})
