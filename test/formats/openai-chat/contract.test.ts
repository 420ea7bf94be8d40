import { expect, test } from 'vitest'
import {
  chatRequestBody,
  type ChatTranscript,
  chatVendors,
  createRandom,
  type FormatSample,
  generateOpenAIChatTranscript,
  judgeOpenAIChatRequest,
  openAIChatCorruptions,
  testFormat,
} from '../../../src/testing.ts'
import { verdict } from './check-repair.ts'

const sample = (label: string, { messages, request, vendor }: ChatTranscript): FormatSample => ({
  label: `${vendor} ${label}`,
  messages,
  request,
  options: { dialect: vendor, allow: 'lossy' },
})

function* healthy(): Generator<FormatSample> {
  for (let seed = 0; seed < 400; seed += 1) yield sample(`${seed}`, generateOpenAIChatTranscript({ seed: 5000 + seed }))
}

function* corrupted(): Generator<FormatSample> {
  for (const vendor of chatVendors)
    for (const [seed, { apply, name }] of openAIChatCorruptions.entries()) {
      const damaged = apply(generateOpenAIChatTranscript({ seed, vendor, turns: 3 }), createRandom(seed))
      if (damaged === null || judgeOpenAIChatRequest(chatRequestBody(damaged), vendor).status === 200) continue
      yield sample(`${name} ${seed}`, damaged)
    }
}

const suite = testFormat({
  name: 'openai-chat',
  format: 'openai-chat',
  healthy,
  corrupted,
  judge: ({ messages, options, request }) => {
    const vendor = chatVendors.find((name) => name === options?.dialect) ?? 'openai'
    return verdict(vendor, request, messages)
  },
})

test.each(suite)('$title', ({ run }) => {
  expect(run).not.toThrow()
})
