import { expect, test } from 'vitest'
import { expectHealthy, type StrategySpec, testStrategy } from '../../src/testing.ts'

/* Words of the Messages API for the strategy tests. */

export const user = (...content: unknown[]): object => ({ role: 'user', content: list(content) })
export const assistant = (...content: unknown[]): object => ({ role: 'assistant', content: list(content) })
export const system = (...content: unknown[]): object => ({ role: 'system', content: list(content) })
export const text = (value: string): object => ({ type: 'text', text: value })
export const call = (id: string, extra: object = {}): object => ({
  type: 'tool_use',
  id,
  name: 'read_file',
  input: {},
  ...extra,
})
export const result = (id: string, content: unknown = 'ok', extra: object = {}): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...extra,
})
export const thinking = (value = 'Hm.', signature = 'c2ln'): object => ({
  type: 'thinking',
  thinking: value,
  signature,
})
export const search = (id: string, extra: object = {}): object => ({
  type: 'server_tool_use',
  id,
  name: 'web_search',
  input: {},
  ...extra,
})
export const found = (id: string): object => ({
  type: 'web_search_tool_result',
  tool_use_id: id,
  content: { type: 'web_search_tool_result_error', error_code: 'unavailable' },
})
export const image = (data: string, media_type = 'image/png'): object => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})
export const placeholder = (of: string): object =>
  result(
    of,
    '[session-recovery] The result of this tool call is not available. Whether the tool ran is unknown: check the current state before repeating the call.',
    { is_error: true },
  )

/** An error as the official SDK throws it. */
export const refusal = (message: string): Error =>
  new Error(`400 ${JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })}`)

const isUnsealed = (wording: string): boolean => /Invalid `(?:signature|data)`/.test(wording)

function list(content: readonly unknown[]): unknown {
  return content.length === 1 && typeof content[0] === 'string' ? content[0] : content
}

export const request: Record<string, unknown> = {
  model: 'claude-opus-5',
  max_tokens: 1024,
  thinking: { type: 'adaptive' },
  tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
}

type Spec = Omit<StrategySpec, 'format' | 'filler'> & { filler?: StrategySpec['filler'] }

/** Runs the checks of a strategy against the judge of the Messages API. Signatures of these scenes are not genuine: they do not count. */
export function testOnAnthropic(spec: Spec): void {
  const asked = { ...request, ...spec.request }
  const checks = testStrategy({
    format: 'anthropic-messages',
    filler: [user('Before.'), assistant(text('Answered.'))],
    judge: (messages, { betas, request: changes }) => {
      try {
        expectHealthy(messages, { ...asked, ...changes, ...(betas && { betas }) })
      } catch (error) {
        if (!isUnsealed((error as Error).message)) throw error
      }
    },
    ...spec,
    request: asked,
  })
  for (const { run, title } of checks) test(`${title}`, () => expect(run).not.toThrow())
}
