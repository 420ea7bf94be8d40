// Texts of a repair: truthful, deterministic, and never putting words into the user's mouth (I5). Each is a value of its own: a bundler
// leaves out what no strategy of a program says.

export const outcomeUnknown =
  'This tool call was interrupted before its result was recorded. Its outcome is unknown: check the current state before repeating it.'
export const neverStarted = 'This tool call was never started; it had no effect.'
export const notAvailable =
  'The result of this tool call is not available. Whether the tool ran is unknown: check the current state before repeating the call.'
export const callsOnly = 'This message only calls tools.'
export const noOutput = 'This tool call returned no output.'
export const toolFailed = 'This tool call failed.'
export const emptyMessage = 'This message was empty.'
export const goOn = 'The conversation was interrupted here. Continue from where it stopped.'
export const start = 'The beginning of this conversation is not available.'
export const bridge = 'The tool results above were received.'
export const split = 'The message above goes on below.'
export const document = 'A document is attached.'
export const noReasoning = 'The reasoning of this step is not available.'
