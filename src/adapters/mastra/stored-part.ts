import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'

export type Fields = Readonly<Record<string, unknown>>

/** Where a shown part comes from: copies that a repair makes keep it, and nothing that reads JSON sees it. */
const source: unique symbol = Symbol('stored part')

export type ShownPart = Fields & { readonly [source]?: Fields }

/** The stored part that a shown one was made of. */
export function sourceOf(part: ShownPart): Fields | undefined {
  return part[source]
}

interface PartKind {
  show(part: Fields): Fields
  /** The stored part with what a repair has changed in the shown one. */
  keep(part: Fields, shown: Fields): Fields
}

/** States of a call in `@mastra/core` and in the AI SDK; all others are the same in both. */
const shownStates: ReadonlyMap<unknown, string> = new Map([
  ['call', 'input-available'],
  ['partial-call', 'input-streaming'],
  ['result', 'output-available'],
])
const storedStates: ReadonlyMap<unknown, string> = new Map([...shownStates].map(([own, shown]) => [shown, String(own)]))

const kinds: ReadonlyMap<unknown, PartKind> = new Map<string, PartKind>([
  ['text', { show: (part) => part, keep: (_part, shown) => shown }],
  ['step-start', { show: (part) => part, keep: (part) => part }],
  [
    'tool-invocation',
    {
      show({ providerExecuted, toolInvocation }) {
        const { args, errorText, result, state, toolCallId, toolName } = toolInvocation as Fields
        return {
          type: 'dynamic-tool',
          toolName,
          toolCallId,
          state: shownStates.get(state) ?? state,
          input: args,
          ...(result !== undefined && { output: result }),
          ...(errorText !== undefined && { errorText }),
          ...(providerExecuted === true && { providerExecuted }),
        }
      },
      keep(part, { errorText, input, output, state, toolCallId, toolName }) {
        const { errorText: _error, result: _result, ...invocation } = part['toolInvocation'] as Fields
        return {
          ...part,
          toolInvocation: {
            ...invocation,
            state: storedStates.get(state) ?? state,
            toolCallId,
            toolName,
            args: input,
            ...(output !== undefined && { result: output }),
            ...(errorText !== undefined && { errorText }),
          },
        }
      },
    },
  ],
  [
    'reasoning',
    {
      show({ details, providerMetadata, reasoning }) {
        const texts = Array.isArray(details) ? details.map((detail: unknown) => textOf(detail)) : [reasoning]
        return {
          type: 'reasoning',
          text: texts.every((text) => typeof text === 'string') ? texts.join('') : reasoning,
          ...(providerMetadata !== undefined && { providerMetadata }),
        }
      },
      keep(part, { providerMetadata, text }) {
        const own = withField(part, 'providerMetadata', providerMetadata) as Fields
        const { text: before } = kinds.get('reasoning')!.show(part)
        return text === before ? own : { ...own, details: [{ type: 'text', text }] }
      },
    },
  ],
  [
    'file',
    {
      show: ({ data, filename, mimeType }) => ({
        type: 'file',
        mediaType: mimeType,
        url: typeof data === 'string' && !URL.canParse(data) ? `data:${String(mimeType)};base64,${data}` : data,
        ...(filename !== undefined && { filename }),
      }),
      keep: (part, { mediaType, url }) => ({ ...part, mimeType: mediaType, data: url }),
    },
  ],
])

/** A part as a chat shows it. What Mastra alone reads, and a call that waits, is data there, which no linter looks into. */
export function shownPart(part: unknown, waiting: ReadonlySet<unknown>): ShownPart {
  // A part without a type is what Mastra cannot read either.
  if (!isRecord(part) || typeof part['type'] !== 'string') return part as ShownPart
  const { toolInvocation, type } = part
  const kind = type === 'tool-invocation' && !isRecord(toolInvocation) ? undefined : kinds.get(type)
  const isWaiting = isRecord(toolInvocation) && waiting.has(toolInvocation['toolCallId'])
  if (kind === undefined && type === 'tool-invocation') return part
  const shown = kind === undefined || isWaiting ? { type: 'data-mastra', data: null } : kind.show(part)
  return { ...shown, [source]: part }
}

/** The part as Mastra stores it: its own where nothing is changed, else the same kind of part, or a text. */
export function partOf(shown: ShownPart): Fields {
  const part = sourceOf(shown)
  if (part === undefined) return stored(shown)
  const kind = kinds.get(part['type'])
  if (kind === undefined || shown['type'] === 'data-mastra') return part
  const before = kind.show(part)
  if (Object.keys({ ...before, ...shown }).every((name) => before[name] === shown[name])) return part
  return before['type'] === shown['type'] ? kind.keep(part, withoutSource(shown)) : stored(shown)
}

/** A part that a repair has made. */
function stored(shown: ShownPart): Fields {
  if (shown['type'] !== 'dynamic-tool' && !String(shown['type']).startsWith('tool-')) return withoutSource(shown)
  const { type } = shown
  const toolName = type === 'dynamic-tool' ? shown['toolName'] : String(type).slice('tool-'.length)
  return kinds
    .get('tool-invocation')!
    .keep({ type: 'tool-invocation', toolInvocation: {} }, { ...withoutSource(shown), toolName })
}

function withoutSource(shown: ShownPart): Fields {
  const { [source]: _source, ...part } = shown
  return part
}

function textOf(detail: unknown): unknown {
  return isRecord(detail) ? detail['text'] : undefined
}
