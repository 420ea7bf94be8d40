import { tinyImages } from '../shared/tiny-images.ts'
import type { JsonRecord } from '../shared/records.ts'
import { sentence } from '../shared/sentence.ts'
import { type ChatDraft, textPart } from './chat-draft.ts'
import type { Law } from './laws.ts'

export type ChatScene = { write: (draft: ChatDraft) => void; possible?: (law: Law) => boolean }

/** A kind of content. */
export type ChatFeature =
  | 'chat'
  | 'tools'
  | 'media'
  | 'media-in-result'
  | 'same-roles'
  | 'empty-texts'
  | 'system-in-between'
  | 'system-after-user'
  | 'developer'
  | 'refusal'
  | 'audio'
  | 'legacy-function'
  | 'unknown-fields'

const isOpen = (law: Law): boolean => law.fields === null && law.refused.length === 0
const isFree = (law: Law): boolean => law.template === 'none'
const hearsAside = (law: Law): boolean => !law.silent.includes('assistant')

const imagePart = (draft: ChatDraft): JsonRecord => {
  const { mediaType, data } = draft.random.pick(tinyImages)
  const url = draft.random.chance(0.3) ? 'https://example.com/a.png' : `data:${mediaType};base64,${data}`
  return { type: 'image_url', image_url: { url } }
}

const reply = (draft: ChatDraft): void => {
  const text = sentence(draft.random)
  draft.say('assistant', draft.random.chance(0.7) ? text : [textPart(text), textPart('')])
}

/** The scenes of a conversation. Each ends with the assistant's answer. */
export const chatScenes: Readonly<Record<ChatFeature, ChatScene>> = {
  chat: {
    write: (draft) => {
      draft.say('user', draft.random.chance(0.7) ? sentence(draft.random) : [textPart(sentence(draft.random))])
      reply(draft)
    },
  },
  tools: {
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      for (let round = draft.random.below(2); round >= 0; round -= 1) {
        const calls = Array.from({ length: 1 + draft.random.below(3) }, () => draft.call())
        draft.ask(calls)
        draft.answer(calls)
      }
      reply(draft)
    },
  },
  media: {
    write: (draft) => {
      draft.say('user', [textPart(sentence(draft.random)), imagePart(draft)])
      reply(draft)
    },
  },
  'media-in-result': {
    possible: (law) => law.imagesInTool,
    write: (draft) => {
      const call = draft.call()
      draft.say('user', sentence(draft.random))
      draft.ask([call])
      draft.say('tool', [textPart('The screen:'), imagePart(draft)], { tool_call_id: call['id'] })
      reply(draft)
    },
  },
  'same-roles': {
    possible: isFree,
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      draft.say('user', sentence(draft.random))
      reply(draft)
      reply(draft)
    },
  },
  'empty-texts': {
    possible: (law) => isFree(law) && law.silent.length === 0,
    write: (draft) => {
      draft.say('user', '')
      draft.say('assistant', draft.random.pick(['', ' ']))
    },
  },
  'system-in-between': {
    possible: (law) => isFree(law) && !law.oneSystem && law.followers === null,
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      draft.say('system', 'Mind the time.')
      reply(draft)
      draft.say('system', [textPart('Be brief.')])
    },
  },
  'system-after-user': {
    possible: (law) => isFree(law) && !law.oneSystem,
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      draft.say('system', 'Mind the time.')
      reply(draft)
    },
  },
  developer: {
    possible: (law) => law.roles.includes('developer') && isFree(law),
    write: (draft) => {
      draft.say('developer', 'Be brief.')
      draft.say('user', sentence(draft.random))
      reply(draft)
    },
  },
  refusal: {
    possible: isOpen,
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      const refusal = 'I cannot help with that.'
      if (draft.random.chance(0.5) && hearsAside(draft.law)) draft.say('assistant', null, { refusal })
      else draft.say('assistant', [{ type: 'refusal', refusal }])
    },
  },
  audio: {
    possible: (law) => isOpen(law) && isFree(law) && !law.jsonArguments && hearsAside(law),
    write: (draft) => {
      draft.say('user', [{ type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } }])
      draft.say('assistant', null, { audio: { id: `audio_${draft.random.hex(12)}` } })
    },
  },
  'legacy-function': {
    possible: (law) => law.roles.includes('function') && !law.jsonArguments,
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      draft.say('assistant', null, { function_call: { name: 'get_weather', arguments: '{}' } })
      draft.say('function', sentence(draft.random), { name: 'get_weather' })
      reply(draft)
    },
  },
  'unknown-fields': {
    possible: isOpen,
    write: (draft) => {
      draft.say('user', sentence(draft.random), { id: 'm1', timestamp: 1 })
      draft.say('assistant', sentence(draft.random), {
        reasoning: sentence(draft.random),
        annotations: [],
        audio: null,
      })
    },
  },
}

const isUnsigned = (law: Law): boolean => !law.signed

/**
 * Legal last messages: a question, results that wait for the model, a prefill where the vendor has it; with signed calls, a running turn.
 */
export const chatEnds: readonly ChatScene[] = [
  { possible: isUnsigned, write: (draft) => draft.say('user', sentence(draft.random)) },
  {
    write: (draft) => {
      const calls = [draft.call(), draft.call()]
      draft.say('user', sentence(draft.random))
      draft.ask(calls)
      draft.answer(calls)
    },
  },
  {
    possible: isUnsigned,
    write: (draft) => {
      draft.say('user', sentence(draft.random))
      draft.say('assistant', 'The answer is', draft.law.last === null ? {} : { [draft.law.prefill]: true })
    },
  },
]
