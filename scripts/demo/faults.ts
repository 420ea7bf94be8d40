import type Anthropic from '@anthropic-ai/sdk'

/** One way in which a session dies. */
export interface DemoFault {
  readonly title: string
  readonly messages: readonly Anthropic.MessageParam[]
}

const question: Anthropic.MessageParam = { role: 'user', content: 'Plan the release.' }
const goOn: Anthropic.MessageParam = { role: 'user', content: 'Go on.' }

/** Four more faults that each brick a session for good. */
export const demoFaults: readonly DemoFault[] = [
  {
    title: 'Thinking that another model signed, after a model switch',
    messages: [
      question,
      {
        role: 'assistant',
        content: [
          {
            type: 'thinking',
            thinking: 'First the changelog, then the tag.',
            signature: 'c2lnbmVkIGJ5IGFub3RoZXIgbW9kZWw=',
          },
          { type: 'text', text: 'I start with the changelog.' },
        ],
      },
      goOn,
    ],
  },
  {
    title: 'An empty message, left behind by an aborted turn',
    messages: [
      question,
      { role: 'assistant', content: 'Done.' },
      { role: 'user', content: '' },
      { role: 'assistant', content: 'Yes?' },
      goOn,
    ],
  },
  {
    title: 'A lone surrogate, from a tool output that was cut in the middle of an emoji',
    messages: [
      { role: 'user', content: 'The log ends with: shipped \ud83d' },
      { role: 'assistant', content: 'I see.' },
      goOn,
    ],
  },
  {
    title: 'A tool result whose call was lost in compaction',
    messages: [
      question,
      { role: 'assistant', content: 'Let me look.' },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'toolu_lost', content: 'CHANGELOG.md: 3 entries' }],
      },
    ],
  },
]
