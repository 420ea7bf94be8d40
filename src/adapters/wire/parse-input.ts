/** The input of a tool call that arrived in pieces; a cut input stays text, which the linter completes. */
export function parseInput(json: string): unknown {
  if (json === '') return {}
  try {
    return JSON.parse(json)
  } catch {
    // A stream that was cut in the middle of the input: `tool_call_input_invalid` knows what to do with the text.
    return json
  }
}
