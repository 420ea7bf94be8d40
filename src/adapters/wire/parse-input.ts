/** The input of a tool call that has arrived in pieces; a cut one stays text, for the linter to complete. */
export function parseInput(json: string): unknown {
  if (json === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    // A stream that was cut in the middle of the input: `tool_call_input_invalid` knows what to do with the text.
    return json
  }
}
