/**
 * Writes a line to the process that reads this one, and waits until the system has it: what `process.stdout` holds back from a slow
 * reader dies with the process. A `writeSync` would throw EAGAIN instead, for the pipe of a child does not block.
 */
export function acknowledge(line: string): Promise<void> {
  return new Promise((resolve) => process.stdout.write(`${line}\n`, () => resolve()))
}
