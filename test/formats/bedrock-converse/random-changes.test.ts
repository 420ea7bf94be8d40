import { expect, test } from 'vitest'
import { createRandom, generateConverseTranscript, judgeConverseRequest } from '../../../src/testing.ts'
import { repair } from '../../../src/repair/repair.ts'
import { searched } from '../../seeds.ts'
import { changeAtRandom } from '../change-at-random.ts'

test('a transcript with a random change breaks the repair, or is called repaired although the provider refuses it', () => {
  let repaired = 0
  for (const seed of searched(120)) {
    const { messages, request } = generateConverseTranscript({ seed, turns: 2 })
    const changed = changeAtRandom(messages, createRandom(seed))
    const result = repair(changed, { format: 'bedrock-converse', request, allow: 'lossy' })
    const body = { ...request, ...result.request, messages: result.messages }
    const judgement = judgeConverseRequest(body, request.modelId)
    const said = 'body' in judgement ? judgement.body.message : '200'
    const accepted = said === '200' || /Invalid `signature`|enum value set: \[default\]/.test(said) ? 'accepted' : said
    repaired += Number(result.changed)
    expect(`${seed} ${result.ok ? accepted : 'not repaired'}`).toBe(`${seed} accepted`)
    const twice = repair(result.messages, {
      format: 'bedrock-converse',
      request: { ...request, ...result.request },
      allow: 'lossy',
    })
    expect(twice.messages).toBe(result.messages)
  }
  expect(repaired).toBeGreaterThan(60)
})
