import { isRecord } from '../../json/is-record.ts'
import { type Answer, type AnswerBuilder, type AnswerReader, noAnswer } from './answer.ts'
import { parseInput } from './parse-input.ts'

type Fields = Record<string, unknown>

/** Converse: `output.message`; ConverseStream: events of one key each, as the SDK hands them out. */
export const bedrockAnswer: AnswerReader = {
  whole(body) {
    const output = isRecord(body) ? body['output'] : undefined
    if (!isRecord(output) || !isRecord(output['message'])) return noAnswer
    return { messages: [output['message']], complete: true }
  },
  build: () => new ConverseBuilder(),
}

class ConverseBuilder implements AnswerBuilder {
  readonly #blocks: Fields[] = []
  readonly #inputs = new Map<number, string>()
  #complete = false

  add(event: unknown): void {
    if (!isRecord(event)) return
    if (event['messageStop'] !== undefined) this.#complete = true
    const start = event['contentBlockStart']
    const delta = event['contentBlockDelta']
    if (isRecord(start) && isRecord(start['start'])) this.#blocks[indexOf(start)] = structuredClone(start['start'])
    if (isRecord(delta) && isRecord(delta['delta'])) this.#grow(indexOf(delta), delta['delta'])
  }

  answer(): Answer {
    for (const [index, json] of this.#inputs) {
      const call = this.#blocks[index]?.['toolUse']
      if (isRecord(call)) call['input'] = parseInput(json)
    }
    const content = this.#blocks.filter(Boolean)
    return { messages: content.length > 0 ? [{ role: 'assistant', content }] : [], complete: this.#complete }
  }

  #grow(index: number, delta: Fields): void {
    const block = (this.#blocks[index] ??= {})
    const { text, toolUse, reasoningContent } = delta
    if (typeof text === 'string') block['text'] = String(block['text'] ?? '') + text
    if (isRecord(toolUse)) this.#inputs.set(index, (this.#inputs.get(index) ?? '') + String(toolUse['input'] ?? ''))
    if (isRecord(reasoningContent))
      block['reasoningContent'] = grownReasoning(block['reasoningContent'], reasoningContent)
  }
}

function indexOf(event: Fields): number {
  return typeof event['contentBlockIndex'] === 'number' ? event['contentBlockIndex'] : 0
}

/** Deltas are flat (`text`, `signature`); the block that is sent back nests them. */
function grownReasoning(former: unknown, delta: Fields): Fields {
  if (delta['redactedContent'] !== undefined) return { redactedContent: delta['redactedContent'] }
  const inner = isRecord(former) && isRecord(former['reasoningText']) ? former['reasoningText'] : {}
  const grown = { ...inner, text: String(inner['text'] ?? '') + String(delta['text'] ?? '') }
  return { reasoningText: delta['signature'] === undefined ? grown : { ...grown, signature: delta['signature'] } }
}
