import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format, RequestBody } from '../format.ts'
import { innerProblem } from '../inner-problem.ts'
import type { Rules } from '../rules.ts'
import { readMedia } from './media.ts'
import { meantParts, roleNamedIn } from './meant-parts.ts'
import { meantPart } from './part-mends.ts'
import { readContent } from './read-content.ts'
import { geminiRules } from './rules.ts'
import { valueOf } from './spelling.ts'
import { geminiWriter } from './write-content.ts'
import { geminiReader } from './screen.ts'

/** `generateContent` of the Gemini API (AI Studio) and of Vertex AI; `request` is the rest of its body, with the `model` from its path. */
export const gemini: Format = {
  name: 'gemini',
  contentField: 'parts',
  listField: 'contents',
  hasSystemField: true,
  reasoningField: null,
  roleName: (role) => (role === 'assistant' ? 'model' : role),
  rules: geminiRules,
  toolNames,
  read: readContent,
  reader: geminiReader,
  canonical: meantPart,
  meantFields: meantParts,
  roleOf: roleNamedIn,
  blockProblem: innerProblem,
  references: () => [],
  definitions: () => [],
  media: readMedia,
  isDirective: () => false,
  isEmptyThinking: ({ text, signature }) => text === undefined && signature === undefined,
  resultProblem,
  write: geminiWriter,
}

function toolNames(request: RequestBody): ReadonlySet<string> | null {
  const { tools } = request
  if (!Array.isArray(tools)) return null
  const declarations = tools.flatMap((tool) => {
    const listed = valueOf(tool, 'functionDeclarations', 'function_declarations')
    return listOf(listed)
  })
  return new Set(
    declarations.flatMap((item) => (isRecord(item) && typeof item['name'] === 'string' ? [item['name']] : [])),
  )
}

/** A response is a protobuf Struct: an object, or absent. */
function resultProblem({ payload, shape }: Block, { responseDemanded }: Rules): string | null {
  if (shape.type === 'codeExecutionResult' || shape.type === 'code_execution_result') return null
  if (payload === undefined || payload === null) return responseDemanded === true ? 'no response' : null
  return isRecord(payload) ? null : 'not an object'
}
