import type { Block, Transcript, Turn } from '../../transcript/transcript.ts'
import type { Redactor } from '../redact/redact.ts'
import { blockText } from './block-text.ts'

export interface RenderOptions {
  readonly thinking: boolean
  /** Characters of a tool's input or output; 0: all. */
  readonly maxChars: number
  readonly redactor: Redactor
}

/** A fence that no run of backticks in the text can close. */
function fenced(text: string): string {
  const longest = (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function cut(text: string, maxChars: number): string {
  if (maxChars === 0 || text.length <= maxChars) return text
  return `${text.slice(0, maxChars).toWellFormed()}\n[cut: ${text.length - maxChars} of ${text.length} characters]`
}

function renderBlock(block: Block, { thinking, maxChars, redactor }: RenderOptions): string {
  const text = redactor.text(blockText(block))
  const name = block.name === undefined ? '' : ` \`${redactor.name(block.name)}\``
  if (block.kind === 'text') return text
  if (block.kind === 'thinking') return thinking && text !== '' ? text.replaceAll(/^/gm, '> ') : ''
  if (block.kind === 'tool_call') return `**Tool call**${name}\n\n${fenced(cut(text, maxChars))}`
  if (block.kind === 'tool_result') return `**Tool result**${name}\n\n${fenced(cut(text, maxChars))}`
  if (block.kind === 'media') return `*[an image or document]*`
  return fenced(cut(text, maxChars))
}

const names = { user: 'User', assistant: 'Assistant', tool: 'Tool', system: 'System', unknown: 'Unknown' } as const

/** Results alone are the tools speaking, whatever role the format gives them. */
function speaker({ role, messages }: Turn): string {
  const blocks = messages.flatMap((message) => message.blocks)
  const onlyResults = blocks.length > 0 && blocks.every(({ kind }) => kind === 'tool_result')
  return onlyResults ? names.tool : names[role]
}

/** The turns as Markdown sections, without those that say nothing. */
export function renderTurns({ turns }: Transcript, options: RenderOptions): string[] {
  return turns.flatMap((turn) => {
    const parts = turn.messages
      .flatMap((message) => message.blocks.map((block) => renderBlock(block, options)))
      .filter((part) => part.trim() !== '')
    return parts.length === 0 ? [] : [`## ${speaker(turn)}\n\n${parts.join('\n\n')}\n`]
  })
}
