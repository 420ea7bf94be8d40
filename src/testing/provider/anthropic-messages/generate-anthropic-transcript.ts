import { createRandom, type Random } from '../shared/random.ts'
import type { JsonRecord } from '../shared/records.ts'
import { createDraft, type Draft, sentence, textBlock } from './draft.ts'
import { type JudgedModel, judgedModel } from './models.ts'
import { placeCacheMarks } from './place-cache-marks.ts'
import { citedSearch, serverPair, serverTool } from './server-tool-scenes.ts'
import * as talk from './talk-scenes.ts'
import { answerCalls, calls, mcp, programmaticCall, toolLoop } from './tool-scenes.ts'
import type { AnthropicTranscript } from './transcript.ts'

type Scene = { write: (draft: Draft) => void; possible?: (model: JudgedModel) => boolean }

type SceneName =
  | 'chat'
  | 'tools'
  | 'programmatic-tools'
  | 'server-tools'
  | 'cited-search'
  | 'mcp'
  | 'same-roles'
  | 'empty-assistant'
  | 'media'
  | 'search-results'
  | 'container-upload'
  | 'system-messages'
  | 'fallback'
  | 'threshold-compaction'

const scenes: Record<SceneName, Scene> = {
  chat: { write: talk.chat },
  tools: { write: toolLoop },
  'programmatic-tools': { write: programmaticCall },
  'server-tools': { write: serverTool },
  'cited-search': { write: citedSearch },
  mcp: { write: mcp },
  'same-roles': { write: talk.sameRoles },
  'empty-assistant': { write: talk.emptyAssistant },
  media: { write: talk.media },
  'search-results': { write: talk.searchResults },
  'container-upload': { write: talk.containerUpload },
  'system-messages': { write: talk.systemMessage, possible: (model) => model.systemMessages },
  fallback: { write: talk.fallback },
  'threshold-compaction': { write: talk.thresholdCompaction },
}

/** A kind of content; `thinking`, `compaction` and `cache-control` are spread over the whole transcript. */
export type TranscriptFeature = SceneName | 'thinking' | 'compaction' | 'cache-control' | 'open-ends'

/** All kinds of content in generated conversations. */
export const transcriptFeatures: readonly TranscriptFeature[] = [
  ...(Object.keys(scenes) as SceneName[]),
  'thinking',
  'compaction',
  'cache-control',
  'open-ends',
]

/** Models with different rules for thinking and prefill: a conversation is for one of them. */
export const transcriptModels: readonly string[] = [
  'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5',
  'claude-opus-4-6',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-sonnet-5',
  'claude-fable-5-1',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
]

/** Options of the generated transcript; the same options give the same bytes. */
export type GenerateOptions = {
  /** The number of the transcript: any whole number. */
  seed: number
  /** Number of scenes, each of two to seven messages (default 1 to 6, by the seed). */
  turns?: number
  /** One of `transcriptModels` by default. */
  model?: string
  /** The kinds of content (default: all). */
  features?: readonly TranscriptFeature[]
}

const tool = (name: string, extra: object = {}): JsonRecord => ({
  name,
  description: `Does ${name}`,
  input_schema: { type: 'object', properties: {} },
  ...extra,
})

function startRequest(random: Random, name: string, has: (feature: TranscriptFeature) => boolean): AnthropicTranscript {
  const model = judgedModel(name)
  const isThinking = has('thinking') && random.chance(0.75)
  const thinking = model.enabledThinking ? { type: 'enabled', budget_tokens: 2048 } : { type: 'adaptive' }
  return {
    request: {
      model: name,
      max_tokens: 4096,
      system: random.chance(0.5) ? 'You are careful.' : [textBlock('You are careful.'), textBlock('Be brief.')],
      tools: [
        tool('read_file'),
        tool('run_tests'),
        tool('search'),
        tool('deferred_tool', { defer_loading: true }),
        { type: 'web_search_20250305', name: 'web_search' },
        { type: 'code_execution_20250825', name: 'code_execution' },
        { type: 'tool_search_tool_regex_20251119', name: 'tool_search_tool_regex' },
        ...(has('mcp') ? [{ type: 'mcp_toolset', mcp_server_name: 'tracker' }] : []),
      ],
      ...(has('mcp') ? { mcp_servers: [{ type: 'url', name: 'tracker', url: 'https://mcp.example.com' }] } : {}),
      thinking: isThinking ? thinking : { type: 'disabled' },
      ...(has('programmatic-tools') || has('open-ends') ? { container: 'container_011CPR5CNjB747bTd36fQLFk' } : {}),
    },
    messages: [],
    betas: has('mcp') ? ['mcp-client-2025-11-20'] : [],
  }
}

/** Compaction on demand: a signed block that stands for earlier messages and opens the conversation. */
function openWithCompaction(draft: Draft): void {
  draft.beta('compact-2026-09-04')
  const content = `Summary: ${sentence(draft.random)}`
  const block = { type: 'compaction', content, signature: draft.seal({ kind: 'compaction', content }) }
  if (draft.random.chance(0.5)) draft.say('assistant', [block])
  else draft.say('user', [block, textBlock('Go on.')])
}

/** Legal last messages: a question, results that wait for the model, a paused turn, a prefill where the model has it. */
const ends: Record<string, Scene> = {
  question: { write: (draft) => draft.say('user', sentence(draft.random)) },
  results: {
    write: (draft) => {
      const made = calls(draft, 1 + draft.random.below(3))
      draft.say('user', sentence(draft.random))
      draft.say('assistant', [...draft.thinking(), ...made])
      answerCalls(draft, made)
    },
  },
  paused: {
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      const [call, result] = serverPair(draft)
      draft.say('assistant', [...draft.thinking(), call, ...(draft.random.chance(0.5) ? [result] : [])])
    },
  },
  prefill: {
    possible: (model) => model.prefill,
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      // Extended thinking and prefill exclude each other (docs: extended thinking, feature compatibility).
      const isThinking = draft.thinking(true).length > 0
      if (!isThinking) draft.say('assistant', 'The answer is')
    },
  },
}

/**
 * Writes a transcript that the API accepts, chosen by the seed alone: the same options always give the same bytes. It
 * covers what the API answers with 200 although it looks odd (provider-errors.md §4).
 *
 * @example generateAnthropicTranscript({ seed: 1, turns: 3, features: ['tools', 'thinking'] })
 */
export function generateAnthropicTranscript(options: GenerateOptions): AnthropicTranscript {
  const random = createRandom(options.seed)
  const features = new Set(options.features ?? transcriptFeatures)
  const has = (feature: TranscriptFeature): boolean => features.has(feature)
  const transcript = startRequest(random, options.model ?? random.pick(transcriptModels), has)
  const draft = createDraft(random, transcript)
  const fits = (scene: Scene): boolean => scene.possible?.(draft.model) ?? true
  const usable: Scene[] = Object.entries(scenes).flatMap(([name, scene]) =>
    has(name as TranscriptFeature) && fits(scene) ? [scene] : [],
  )
  if (usable.length === 0) usable.push(scenes.chat)
  const turns = options.turns ?? 1 + random.below(6)
  if (has('compaction') && random.chance(0.15)) openWithCompaction(draft)
  for (let turn = 0; turn < turns; turn += 1) random.pick(usable).write(draft)
  const open = has('open-ends') ? Object.values(ends).filter(fits) : []
  ;(open.length > 0 ? random.pick(open) : (ends['question'] as Scene)).write(draft)
  if (has('cache-control')) placeCacheMarks(random, transcript)
  return transcript
}
