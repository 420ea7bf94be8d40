import { expect, test } from 'vitest'
import { maskSecrets } from '../../src/json/mask-secrets.ts'
import { createRedactor } from '../../src/doctor/redact/redact.ts'

const tail = 'Abcdefghij0123456789Klmnopqrst'

test.each([
  [`ANTHROPIC_API_KEY=sk-ant-api03-${tail}`],
  [`sk-proj-${tail}`],
  [`ghp_${tail}`],
  [`github_pat_${tail}`],
  [`xoxb-${tail}`],
  [`AIza${tail}${tail.slice(0, 5)}`],
  [`Authorization: Bearer ${tail}`],
  [`{"access_token": "${tail}"}`],
  [`{\\"password\\":\\"${tail}\\"}`],
  [`DB_PASSWORD='${tail}'`],
  [`postgres://app:${tail}@db/x`],
  [`eyJhbGciOiJIUzI1NiJ9.${tail}.${tail}`],
  [`-----BEGIN RSA PRIVATE KEY-----\n${tail}\n${tail}\n-----END RSA PRIVATE KEY-----`],
])('the secret in %j is shown', (text) => {
  const masked = maskSecrets(text)
  expect(masked).toContain('[masked]')
  expect(masked).not.toContain(tail.slice(0, 20))
  expect(maskSecrets(masked)).toBe(masked)
})

test.each([
  [`sk-ant-${tail}`, 'sk-ant-[masked]'],
  [`glpat-${tail}`, 'glpat-[masked]'],
  ['AKIAABCDEFGHIJ012345', 'AKIA[masked]'],
  ['ASIAABCDEFGHIJ012345.', 'ASIA[masked].'],
  [`AIza${tail}${tail}`, 'AIza[masked]'],
  [`ya29.${tail}`, 'ya29.[masked]'],
  [`eyJhbGciOiJIUzI1NiJ9.${tail}.${tail}`, 'eyJ[masked]'],
  [`Basic ${tail}==`, 'Basic [masked]'],
  [`https://ada:${tail}@db/x`, 'https://ada:[masked]@db/x'],
  [`api-key: ${tail}, id: 7`, 'api-key: [masked], id: 7'],
  [`-----BEGIN PRIVATE KEY-----\n${tail}\n`, '-----BEGIN PRIVATE KEY-----[masked]'],
])('of %j more or less is shown than what kind of secret it is', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked)
})

test.each([
  ['{"input_tokens":12345678,"max_tokens":100000}'],
  ['tool_result_missing: a tool call without a result'],
  ['the token: was not found'],
  ['6f1c2a34-0000-4000-8000-000000000001 toolu_01AbCdEfGh'],
  ['/home/ada/.claude/projects/-home-ada-app'],
])('what is no secret (%j) is masked', (text) => {
  expect(maskSecrets(text)).toBe(text)
})

test('masked JSON is no JSON any more', () => {
  const value = { text: `{"token":"${tail}"} and key=1`, api_key: tail, nested: JSON.stringify({ secret: tail }) }
  expect(JSON.parse(maskSecrets(JSON.stringify(value)))).toEqual({
    text: '{"token":"[masked]"} and key=1',
    api_key: '[masked]',
    nested: '{"secret":"[masked]"}',
  })
})

test('redaction takes words for ids that only end so, or an id for a text', () => {
  const { value } = createRedactor(true)
  const ids = 'id ID uuid UUID tool_use_id item_ID response-id callId sessionID parentUuid childUUID'
  const texts = 'valid paid grid Android void is_valid mid ids idea userid'
  const fieldsWith = (form: RegExp): string[] => {
    const all = `${ids} ${texts}`.split(' ')
    return all.filter((field) => form.test(Object.values(value({ [field]: 'word' }) as object).join('')))
  }
  expect(fieldsWith(/^#[0-9a-f]{8}$/)).toEqual(ids.split(' '))
  expect(fieldsWith(/^\[4 chars #[0-9a-f]{8}\]$/)).toEqual(texts.split(' '))
  expect(value({ id: '' })).toEqual({ id: '' })
})

test('redaction loses the shape, or makes equal texts look different', () => {
  const { value } = createRedactor(true)
  const message = {
    role: 'user',
    content: [
      { type: 'text', text: 'Ada' },
      { type: 'text', text: 'Ada' },
      { type: 'tool_result', tool_use_id: 'toolu_1', content: ' \n', is_error: true, size: 3 },
      { type: 'tool_use', id: 'toolu_1', input: { path: null } },
    ],
  }
  const redacted = value(message) as typeof message
  const [first, second, result, call] = redacted.content
  expect(redacted.role).toBe('user')
  expect(first).toEqual(second)
  expect(first?.text).toMatch(/^\[3 chars #[0-9a-f]{8}\]$/)
  expect(result).toMatchObject({ type: 'tool_result', content: ' \n', is_error: true, size: 3 })
  expect(result?.tool_use_id).toBe(call?.id)
  expect(Object.values(call?.input ?? {})).toEqual([null])
  expect(JSON.stringify(redacted)).not.toMatch(/Ada|toolu|path/)
})
