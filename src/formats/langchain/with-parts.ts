import type { Format, FormatWriter } from '../format.ts'
import type { PartWriter } from '../result-parts.ts'
import { baseFormat, unknownParts } from './base-format.ts'
import { makePlain, type MessageMaker, messageMaker } from './message-classes.ts'
import { langchainWriter } from './write-langchain-message.ts'

/** The format with the result parts that one provider reads, and those that it certainly refuses. */
export function withParts(
  parts: PartWriter,
  isRefused: (part: unknown) => boolean,
  rescue?: FormatWriter['rescue'],
): Pick<Format, 'resultProblem' | 'write' | 'writer'> {
  const writerFor = (make: MessageMaker): FormatWriter => ({
    ...langchainWriter(make, parts),
    ...(rescue && { rescue }),
  })
  return {
    resultProblem: (result, rules) => {
      const problem = baseFormat.resultProblem(result, rules)
      if (problem !== null || !Array.isArray(result.payload)) return problem
      return result.payload.some(isRefused) ? unknownParts : null
    },
    write: writerFor(makePlain),
    writer: (messages, request) => writerFor(messageMaker(messages, request)),
  }
}
