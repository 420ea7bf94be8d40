import { tinyImages, tinyPdf } from '../shared/tiny-images.ts'
import { type Draft, sentence, textBlock } from './draft.ts'
import type { TestBlock } from './transcript.ts'

/* Each scene opens with a user message and closes with an assistant message; all of it is 200 at the API. */

const answer = (draft: Draft): void => {
  const thinking = draft.thinking()
  const text = sentence(draft.random)
  draft.say('assistant', thinking.length === 0 && draft.random.chance(0.5) ? text : [...thinking, textBlock(text)])
}

export function chat(draft: Draft): void {
  const text = sentence(draft.random)
  draft.say('user', draft.random.chance(0.5) ? text : [textBlock(text), textBlock(sentence(draft.random))])
  answer(draft)
}

/** Runs of one role, and the empty contents that the API accepts (provider-errors.md §4). */
export function sameRoles(draft: Draft): void {
  draft.say('user', sentence(draft.random))
  if (draft.random.chance(0.4)) draft.say('user', draft.random.chance(0.5) ? '' : [])
  if (draft.random.chance(0.5)) draft.say('user', [textBlock(sentence(draft.random))])
  // Thinking may end a message unless it is the last one.
  const thinking = draft.thinking(true)
  if (thinking.length > 0) draft.say('assistant', thinking)
  if (draft.random.chance(0.4)) draft.say('assistant', draft.random.chance(0.5) ? [] : '')
  draft.say('assistant', [textBlock(sentence(draft.random))])
}

export function emptyAssistant(draft: Draft): void {
  draft.say('user', sentence(draft.random))
  draft.say('assistant', [])
  draft.say('user', sentence(draft.random))
  answer(draft)
}

export const imageBlock = (draft: Draft): TestBlock => {
  const { mediaType, data } = draft.random.pick(tinyImages)
  return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
}

export function media(draft: Draft): void {
  const documents: TestBlock[] = [
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: tinyPdf }, title: 'a.pdf' },
    {
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'plain' },
      citations: { enabled: true },
    },
    { type: 'document', source: { type: 'content', content: [textBlock('part')] }, context: 'notes' },
    { type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } },
    { type: 'image', source: { type: 'file', file_id: 'file_011CNha8iCJcU1wXNR6q4V8w' } },
  ]
  draft.say('user', [imageBlock(draft), draft.random.pick(documents), imageBlock(draft), textBlock('What is this?')])
  answer(draft)
}

export const searchResultBlock = (draft: Draft): TestBlock => ({
  type: 'search_result',
  source: 'https://example.com/doc',
  title: 'Doc',
  content: [textBlock(sentence(draft.random))],
  citations: { enabled: true },
})

export function searchResults(draft: Draft): void {
  draft.say('user', [searchResultBlock(draft), textBlock('Summarise.')])
  const cited = {
    ...textBlock('It says so.'),
    citations: [
      {
        type: 'search_result_location',
        cited_text: 'so',
        search_result_index: 0,
        source: 'https://example.com/doc',
        title: 'Doc',
        start_block_index: 0,
        end_block_index: 1,
      },
    ],
  }
  draft.say('assistant', [...draft.thinking(), cited])
}

export function containerUpload(draft: Draft): void {
  draft.beta('files-api-2025-04-14')
  draft.say('user', [{ type: 'container_upload', file_id: 'file_011CPMxVD3fHLUhvTqtsQA5w' }, textBlock('Analyse it.')])
  answer(draft)
}

/** A mid-conversation system message right after a user turn (docs: placement). */
export function systemMessage(draft: Draft): void {
  draft.say('user', sentence(draft.random))
  draft.say('system', draft.random.chance(0.5) ? 'The build is green now.' : [textBlock('The user went offline.')])
  if (draft.random.chance(0.5)) {
    draft.beta('mid-conversation-tool-changes-2026-07-01')
    const tool = { type: 'tool_reference', name: 'read_file' }
    draft.say('system', [
      { type: 'tool_removal', tool },
      { type: 'tool_addition', tool },
    ])
  }
  answer(draft)
}

export function fallback(draft: Draft): void {
  draft.beta('server-side-fallback-2026-07-01')
  draft.say('user', sentence(draft.random))
  const hop = { type: 'fallback', from: { model: 'claude-opus-5-5' }, to: { model: 'claude-opus-5' }, trigger: null }
  draft.say('assistant', [...draft.thinking(), textBlock('First half.'), hop, textBlock('Second half.')])
}

/** Threshold compaction: the block follows what it summarises, without a signature. */
export function thresholdCompaction(draft: Draft): void {
  draft.beta('compact-2026-01-12')
  draft.say('user', sentence(draft.random))
  draft.say('assistant', [
    { type: 'compaction', content: `Summary: ${sentence(draft.random)}` },
    textBlock('Going on.'),
  ])
}
