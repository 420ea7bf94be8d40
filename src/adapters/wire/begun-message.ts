/** The message of an answer of the Responses API whose text is under way; none where nothing has been said. */
export function begunMessage(text: string): readonly object[] {
  const content = [{ type: 'output_text', text }]
  return text === '' ? [] : [{ type: 'message', role: 'assistant', status: 'incomplete', content }]
}
