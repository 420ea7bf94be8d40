import { withoutTags } from './bare-names.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { unlabelled } from './path-lead.ts'
import { PathReader } from './path-reader.ts'
import type { RequestPath } from './request-path.ts'

/** Pydantic names a message by its class, and the field of it in the next line: `1 validation error for AIMessage\ncontent`. */
const messageClass =
  /validationerrors?for(?:ai|human|system|tool|function|user|assistant|developer|chat(?:completion\w{0,20}?)?)message(?:param|chunk)?/y

/** A check of the whole message names no field: `1 validation error for ChatMessage\n  Value error, …`. */
const ownChecks: ReadonlySet<string> = new Set(['value', 'assertion'])

/** A class of a message before the path: `ChatCompletionMessageGenericParam.content: Field required`, `Go struct field ChatMessage.content`. */
const paramClass =
  /(?:chatcompletion[a-z]{0,20}message[a-z]{0,20}param|(?<=field)[a-z]{0,20}message)(?=\.(?!messages))/y

/** Anthropic names a block by its class: `RequestWebSearchResultBlock.encrypted_content: Field required`. */
const blockClass = /request([a-z]{4,30}?)block(?=\.)/y

/** The path that begins with the name of a class. */
export function classPathAt(text: FoldedText, at: number): RequestPath | null {
  const message = matchAt(messageClass, text.lower, at)
  const param = message ? null : matchAt(paramClass, text.lower, at)
  const found = message ?? param ?? matchAt(blockClass, text.lower, at)
  if (found === null) return null
  const behind = at + found[0].length
  if (message && text.gaps[behind] === gap.none) return null
  const reader = new PathReader(text, behind, unlabelled)
  reader.read(undefined, message ? behind : behind + 1)
  const { end, names } = reader
  const leaf = names[0]
  if (leaf === undefined || ownChecks.has(leaf)) return null
  const start = message ? behind : at
  const holder = message || param ? ['$messages'] : ['$messages', 'content', found[1] as string]
  return { start, end, own: true, names: [...holder, ...withoutTags(names)], labelled: false, hasIndex: true, leaf }
}

function matchAt(sticky: RegExp, lower: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(lower)
}
