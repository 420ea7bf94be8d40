import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ClientChanges } from '../../src/proxy/clients/client-setup.ts'
import { setUpClient } from '../../src/proxy/clients/set-up-client.ts'

interface Given {
  readonly env?: Record<string, string>
  readonly args?: readonly string[]
  readonly files?: Readonly<Record<string, string>>
}

async function setUp(
  command: string,
  { env = {}, args = [], files = {} }: Given = {},
): Promise<{ upstreams: Readonly<Record<string, string>>; changes: ClientChanges }> {
  const home = await mkdtemp(join(tmpdir(), 'client-'))
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true })
    await writeFile(join(home, path), text)
  }
  const setup = setUpClient(command, { env, args, home, cwd: join(home, 'work') })
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
  expect(upstreams).toEqual({ openai: 'http://a/v1', 'deepseek-base-url': 'http://d' })
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

test('the provider that codex is configured for is bypassed', async () => {
  const config = [
    'model_provider = "mock" # mine',
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
})
