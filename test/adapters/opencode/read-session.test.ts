import { expect, test } from 'vitest'
import { readSession } from '../../../src/adapters/opencode/read-session.ts'
import { opencodeId } from '../../agents/subjects/opencode-subject.ts'
import { FakeOpencode } from './fake-opencode.ts'

test.each<[providerID: string | undefined, modelID: string | undefined, isClaude: boolean]>([
  ['anthropic', undefined, true],
  ['amazon-bedrock', 'us.Claude-3', true],
  ['google-vertex', 'gemini-3', false],
  [undefined, undefined, false],
])('the rules of Claude hold for %s %s, or not where they do', (providerID, modelID, isClaude) => {
  const { stored } = new FakeOpencode()
  const model = { providerID, modelID }
  stored[0]!.info['model'] = model
  for (const { info } of stored.slice(1)) Object.assign(info, model)
  expect(readSession(opencodeId, stored).isClaude).toBe(isClaude)
})
