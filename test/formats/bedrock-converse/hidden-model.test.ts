import { expect, test } from 'vitest'
import { requestsUntilAccepted } from '../../../src/testing/contracts/requests-until-accepted.ts'
import { hiddenClaude } from '../../../src/testing/provider/bedrock-converse/models.ts'
import { converseCorruptions, generateConverseTranscript, kits } from '../../../src/testing.ts'
import { damagedCasesOf } from '../damaged-cases.ts'

const kit = kits['bedrock-converse']
const claude = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'

const casesOf = damagedCasesOf((seed) => generateConverseTranscript({ seed, modelId: claude }))

test.each(converseCorruptions)('$name is not repaired where an inference profile hides the model', ({ apply }) => {
  for (const { damaged, label } of casesOf({ apply }, 2)) {
    const hidden = { ...damaged, request: { ...damaged.request, modelId: hiddenClaude } }
    const { refusals, requests } = requestsUntilAccepted(kit, hidden)
    expect({ label, refusals, requests }).toMatchObject({ label, requests: expect.any(Number) })
    expect(requests, `${label}: ${refusals.join(' | ')}`).toBeLessThanOrEqual(2)
  }
})
