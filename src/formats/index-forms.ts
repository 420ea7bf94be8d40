import type { FormatName } from './format-name.ts'

/**
 * How the providers of these formats write a path with an index (a terminal may break it at a full stop). Chat Completions is not among
 * them: its `messages[3]` or `messages.[3]` counts system messages and each result.
 */
export const indexForms: Readonly<
  Record<Extract<FormatName, 'anthropic-messages' | 'gemini' | 'openai-responses'>, readonly RegExp[]>
> = {
  'anthropic-messages': [/\bmessages\.\s*\d/],
  'openai-responses': [/\binput\s*[.[,]\s*\d/],
  gemini: [/\bcontents\s*[.[,]\s*\d/],
}
