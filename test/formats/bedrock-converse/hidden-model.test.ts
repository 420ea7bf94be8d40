import { expect, test } from 'vitest'
import { requestsUntilAccepted } from '../../../src/testing/contracts/requests-until-accepted.ts'
import { hiddenClaude } from '../../../src/testing/provider/bedrock-converse/models.ts'
import { converseCorruptions, createRandom, generateConverseTranscript, kits, places } from '../../../src/testing.ts'

const kit = kits['bedrock-converse']
const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'

test.each(converseCorruptions)('$name is not repaired where an inference profile hides the model', ({ apply }) => {
  let damaged = 0
  for (let seed = 0; seed < 30; seed += 1) {
    const where = places[seed % places.length]!
    const broken = apply(generateConverseTranscript({ seed, modelId: claude }), createRandom(seed), where)
    if (broken === null) continue
    damaged += 1
    broken.request.modelId = hiddenClaude
    const { refusals, requests } = requestsUntilAccepted(kit, broken)
    expect({ seed, refusals, requests }).toMatchObject({ seed, requests: expect.any(Number) })
    expect(requests, `seed ${seed}: ${refusals.join(' | ')}`).toBeLessThanOrEqual(2)
  }
  expect(damaged).toBeGreaterThanOrEqual(0)
})
