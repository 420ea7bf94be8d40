import { LRUCache } from 'lru-cache'
import type { RequestBody } from '../format.ts'
import { frameworkRules } from '../framework-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { Rules } from '../rules.ts'

/** What the `ai` package itself demands; each provider's package demands more, and says so in its error. */
const base: Rules = {
  ...frameworkRules,
  roleNames: new Set(['system', 'user', 'assistant', 'tool']),
  results: 'next-turn',
  serverResults: 'optional',
  resultsLookAlike: true,
  toolInput: 'object-or-text',
  absentContent: 'refused',
}

const modelRules: Rules = ownRules({ ...base, resultRole: 'tool' })

/** UI messages keep a call and its result in one part; an assistant message may be empty (it has been aborted). */
const uiRules: Rules = ownRules({
  ...base,
  roleNames: new Set(['system', 'user', 'assistant']),
  results: 'same-block',
  emptyContent: { ...base.emptyContent, assistant: 'allowed' },
})

/** What a provider adds, by the name that its package gives the model (`anthropic.messages`). Only what is certain for all its models. */
const providers: readonly (readonly [name: RegExp, rules: Partial<Rules>])[] = [
  [
    /anthropic/i,
    {
      firstRoles: ['user'],
      blankText: 'refused',
      trailingWhitespace: 'refused',
      callIds: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 256, replacement: '_' },
      toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 200, replacement: '_' },
    },
  ],
  [/bedrock/i, { blankText: 'refused' }],
]

const known = new LRUCache<string, Rules>({ max: 64 })

/**
 * Rules of ModelMessages. Of the request, `provider` (name of the provider) and `allowSystemInMessages: false` (as
 * `generateText` has it by default) make a difference.
 */
export function aiSdkModelRules(request: RequestBody): Rules {
  return rulesFor('model', modelRules, request)
}

export function aiSdkUiRules(request: RequestBody): Rules {
  return rulesFor('ui', uiRules, request)
}

function rulesFor(kind: string, base: Rules, request: RequestBody): Rules {
  const provider = typeof request['provider'] === 'string' ? request['provider'] : ''
  const lift = request['allowSystemInMessages'] === false
  if (provider === '' && !lift) return base
  const key = `${kind}|${provider}|${lift}`
  const cached = known.get(key)
  if (cached) return cached
  const rules = ownRules({
    ...base,
    ...providers.find(([name]) => name.test(provider))?.[1],
    ...(lift && { systemMessages: 'lift' as const }),
  })
  known.set(key, rules)
  return rules
}
