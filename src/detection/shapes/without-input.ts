/** Where a value ends that begins at a place; -1 where no further one can. */
type EndOfValue = (text: string, from: number) => number

/** The client says these words behind the value; nothing is cut where they are missing. */
const upTo =
  (words: string): EndOfValue =>
  (text, from) =>
    text.indexOf(words, from)

const token = /(\\*)(["'])|[[\]{}()]/g

/** Where a list, an object or a text ends, as JSON or Python prints it, also within a text that is printed itself. */
const literalEnd: EndOfValue = (text, from) => {
  let depth = 0
  let opener: string | undefined
  token.lastIndex = from
  for (let at = token.exec(text); at !== null; at = token.exec(text)) {
    const [found, , quote] = at
    if (opener !== undefined) {
      if (found !== opener) continue
      opener = undefined
    } else if (quote !== undefined) {
      if (depth === 0 && at.index > from) return from
      opener = found
      continue
    } else depth += '[{('.includes(found) ? 1 : -1
    if (depth <= 0) return token.lastIndex
  }
  return depth > 0 || opener !== undefined ? text.length : from
}

/** How clients show what they were given, beside what is wrong with it: by a word that is found at once, a megabyte takes no time. */
const shown: readonly (readonly [word: string, lead: RegExp, end: EndOfValue])[] = [
  // AI SDK: the whole conversation; an object is what the provider has answered.
  ['Type validation failed', /Type validation failed[^\n]{0,200}?: Value: (?=\[)/g, literalEnd],
  // pydantic in words; its parsed entries, as FastAPI and vLLM send them on, and those of zod.
  ['input_value=', /input_value=/g, upTo(', input_type=')],
  ['input', /["']input\\*["']: ?(?=\\*["'[{(])/g, literalEnd],
  // botocore.
  [', value: ', /, value: /g, upTo(', type: <class ')],
  // LangChain, of JavaScript and of Python.
  ['currently supported.', /currently supported\.\s{0,4}(?:\\n){0,2}Received: (?=\{)/g, literalEnd],
  ['keys, got ', /keys, got (?=\{)/g, literalEnd],
  // Google, behind the type that it wants.
  ['Invalid value at ', /Invalid value at '[^'\n]{1,300}' \([\w./]{1,120}\), (?=\\*")/g, literalEnd],
  ['Failed to parse.', /Failed to parse\. Text: /g, upTo('. Error:')],
]

/** Three words in a row: names, types and ids tell something of the fault, what somebody has said does not. */
const prose = /(?<![\p{L}\d'`])[\p{L}\d'`]+[,.:;]? [\p{L}\d'`]+[,.:;]? \p{L}/u

/** Of a longer text only the ends are read: most of what it quotes goes with its middle. */
const maxLength = 2_000_000

/**
 * An error without the prompts and the output in it that its client was given: an error that is quoted there is not of this request.
 *
 * @example
 * withoutInput("Input should be a string [type=string_type, input_value=['roles must alternate, it said'], input_type=list]")
 * // 'Input should be a string [type=string_type, input_value=…, input_type=list]'
 */
export function withoutInput(text: string): string {
  if (text.length > maxLength) return text
  return shown.reduce((rest, [word, lead, end]) => (rest.includes(word) ? withoutValues(rest, lead, end) : rest), text)
}

function withoutValues(text: string, lead: RegExp, end: EndOfValue): string {
  let kept = ''
  let copied = 0
  lead.lastIndex = 0
  for (let at = lead.exec(text); at !== null; at = lead.exec(text)) {
    const from = lead.lastIndex
    const to = end(text, from)
    if (to < 0) break
    lead.lastIndex = to
    if (!prose.test(text.slice(from, to))) continue
    kept += `${text.slice(copied, from)}…`
    copied = to
  }
  return copied === 0 ? text : kept + text.slice(copied)
}
