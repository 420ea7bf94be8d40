/** The message of a Responses answer whose text is still streaming; none when there is no text yet. */
export function begunMessage(text: string): readonly object[] {
  const content = [{ type: 'output_text', text }]
  return text === '' ? [] : [{ type: 'message', role: 'assistant', status: 'incomplete', content }]
}
