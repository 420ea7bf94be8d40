import { isRecord } from '../../json/is-record.ts'
import { marked } from '../../faults/synthetic-text.ts'

/** A small image of the words "SCREENSHOT NOT AVAILABLE": the output of a computer call must be an image, and must be truthful (I5). */
export const missingScreenshot: string =
  'data:image/png;base64,' +
  'iVBORw0KGgoAAAANSUhEUgAAAQAAAAAaAQAAAABwM7+CAAAAgUlEQVR42u2SMQrFMAxDA14LuUohqyBXD3gN+CoGrwY3bpduzf6/' +
  'Bi16WAhc4kPlV4ChJ6gIDuPRPS0qVBE8zGkH6GIzOjc3WHhLMwg8IM1jB2BRVJoAZcZphLGAsirqDuBiWD192nM9jd8VnwBpm2vm' +
  'CeM7e4A1HUMP2gH+H5W6AEUP0FXCi3Z1AAAAAElFTkSuQmCC'

/** The text that views show for an output which a repair wrote where the format has no room for its mark; else undefined. */
export function saysNothing(raw: Readonly<Record<string, unknown>>): string | undefined {
  const { output, tools, type } = raw
  if (type === 'computer_call_output' && isRecord(output) && output['image_url'] === missingScreenshot)
    return marked('No screenshot.')
  return type === 'tool_search_output' && Array.isArray(tools) && tools.length === 0 ? marked('No tools.') : undefined
}
