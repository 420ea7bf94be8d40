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
import { scale, seeds } from '../../seeds.ts'
import { verdict } from './check-repair.ts'

const sample = (label: string, { messages, request, vendor }: ChatTranscript): FormatSample => ({
  label: `${vendor} ${label}`,
  messages,
  request,
  options: { dialect: vendor, allow: 'lossy' },
})

function* healthy(): Generator<FormatSample> {
  for (const seed of seeds(40)) yield sample(`${seed}`, generateOpenAIChatTranscript({ seed: 5000 + seed }))
}

/** Each kind of damage meets a few of the vendors; each vendor every few kinds. */
function* corrupted(): Generator<FormatSample> {
  for (const [index, vendor] of chatVendors.entries())
    for (const [seed, { apply, name }] of openAIChatCorruptions.entries()) {
      if ((index + seed) % 5 >= scale) continue
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
