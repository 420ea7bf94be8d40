import { describe, expect, test } from 'vitest'
import {
  anthropicCorruptions,
  type AnthropicTranscript,
  corruptAnthropicTranscript,
  createRandom,
  generateAnthropicTranscript,
  judgeAnthropicRequest,
  requestBody,
  requestHeaders,
  transcriptFeatures,
  transcriptModels,
} from '../../src/testing.ts'
import { damagedCasesOf } from '../formats/damaged-cases.ts'
import { searched, seeds } from '../seeds.ts'

const answer = (transcript: AnthropicTranscript): string => {
  const judgement = judgeAnthropicRequest(requestBody(transcript), requestHeaders(transcript))
  return 'body' in judgement ? judgement.body.error.message : '200'
}

describe('a generated transcript', () => {
  test('is refused by the judge', () => {
    for (const seed of searched(50))
      expect(`${seed}: ${answer(generateAnthropicTranscript({ seed }))}`).toBe(`${seed}: 200`)
  })

  test.each(transcriptModels)('is refused on %s', (model) => {
    for (const seed of seeds(12)) expect(answer(generateAnthropicTranscript({ seed, model }))).toBe('200')
  })

  test.each(transcriptFeatures)('is refused when it holds nothing but %s', (feature) => {
    for (const seed of seeds(12)) {
      const transcript = generateAnthropicTranscript({ seed, features: [feature], turns: 3 })
      expect(`${seed}: ${answer(transcript)}`).toBe(`${seed}: 200`)
    }
  })

  test('differs between two runs of one seed', () => {
    const once = JSON.stringify(generateAnthropicTranscript({ seed: 11 }))
    expect(JSON.stringify(generateAnthropicTranscript({ seed: 11 }))).toBe(once)
    expect(JSON.stringify(generateAnthropicTranscript({ seed: 12 }))).not.toBe(once)
  })

  test('never holds one of the block types that the format knows', () => {
    const seen = new Set<string>()
    for (const seed of searched(50))
      for (const { content } of generateAnthropicTranscript({ seed, turns: 6 }).messages)
        for (const block of typeof content === 'string' ? [] : content) seen.add(block.type)
    expect([...seen].toSorted()).toEqual([
      'advisor_tool_result',
      'bash_code_execution_tool_result',
      'code_execution_tool_result',
      'compaction',
      'container_upload',
      'document',
      'fallback',
      'image',
      'mcp_tool_listing',
      'mcp_tool_result',
      'mcp_tool_use',
      'redacted_thinking',
      'search_result',
      'server_tool_use',
      'text',
      'text_editor_code_execution_tool_result',
      'thinking',
      'tool_addition',
      'tool_removal',
      'tool_result',
      'tool_search_tool_result',
      'tool_use',
      'web_fetch_tool_result',
      'web_search_tool_result',
    ])
  })
})

describe('a corruption', () => {
  const casesOf = damagedCasesOf((seed) => generateAnthropicTranscript({ seed }))

  test.each(anthropicCorruptions)('$name leaves a transcript that the judge accepts', ({ apply }) => {
    const damagedCases = casesOf({ apply }, 3)
    for (const { damaged, label } of damagedCases) expect(`${label} ${answer(damaged)}`).not.toBe(`${label} 200`)
    expect(damagedCases.length).toBeGreaterThan(0)
  })

  test('changes the transcript that it is given', () => {
    const sources = seeds(10).map((seed) => generateAnthropicTranscript({ seed }))
    const before = JSON.stringify(sources)
    for (const source of sources) for (const { apply } of anthropicCorruptions.slice(0, 60)) apply(source)
    expect(JSON.stringify(sources)).toBe(before)
  })

  test('cannot be combined with others', () => {
    const damaged = corruptAnthropicTranscript(generateAnthropicTranscript({ seed: 1 }), createRandom(5), { count: 3 })
    expect(damaged.applied).toHaveLength(3)
    expect(new Set(damaged.applied.map(({ name }) => name)).size).toBe(3)
  })

  test('has a name that another one has', () => {
    expect(new Set(anthropicCorruptions.map(({ name }) => name)).size).toBe(anthropicCorruptions.length)
  })
})
