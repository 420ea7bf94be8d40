import { expect, test } from 'vitest'
import { createRandom, generateGeminiTranscript, judgeGeminiRequest } from '../../../src/testing.ts'
import { repair } from '../../../src/repair/repair.ts'
import { searched } from '../../seeds.ts'
import { changeAtRandom } from '../change-at-random.ts'

test('a transcript with a random change breaks the repair, or is called repaired although the provider refuses it', () => {
  let repaired = 0
  for (const seed of searched(120)) {
    const { contents, model, request } = generateGeminiTranscript({ seed, turns: 2 })
    const changed = changeAtRandom(contents, createRandom(seed))
    const result = repair(changed, { format: 'gemini', request: { ...request, model }, allow: 'lossy' })
    const judgement = judgeGeminiRequest({ ...request, ...result.request, contents: result.messages }, model)
    const said = 'body' in judgement ? judgement.body.error.message : '200'
    const accepted =
      said === '200' || said.startsWith('Corrupted') || /TYPE_(?:STRING|BOOL|BYTES)/.test(said) ? 'accepted' : said
    repaired += Number(result.changed)
    expect(`${seed} ${result.ok ? accepted : 'not repaired'}`).toBe(`${seed} accepted`)
    const twice = repair(result.messages, {
      format: 'gemini',
      request: { ...request, ...result.request, model },
      allow: 'lossy',
    })
    expect(twice.messages).toBe(result.messages)
  }
  expect(repaired).toBeGreaterThan(60)
})
