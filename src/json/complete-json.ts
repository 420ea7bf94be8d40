/** A cut `\u12` escape; behind an escaped backslash it is none: `C:\\u12` is a path. */
const halfEscape = /((?<!\\)(?:\\\\)*)\\u[0-9a-fA-F]{0,3}$/

/** A field without its value, or with half of one; `halfWord`: half a word or number in a list. Each with the comma before it. */
const halfField = /,?\s*"(?:[^"\\]|\\.)*"\s*(?::\s*[\w.+-]*)?$/
const halfWord = /,?\s*[\w.+-]+$/

/**
 * Completes JSON text that was cut off: open strings, lists and objects are closed, a dangling key, comma or half a word goes.
 * Undefined when the text is no prefix of a list or an object.
 *
 * @example
 * completeJson('{"path":"a.txt","lines":[1,2') // { path: 'a.txt', lines: [1, 2] }
 */
export function completeJson(text: string): unknown {
  const closers: string[] = []
  let inString = false
  let escaped = false
  for (const character of text) {
    if (escaped) escaped = false
    else if (inString) {
      if (character === '\\') escaped = true
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{') closers.push('}')
    else if (character === '[') closers.push(']')
    else if (character === '}' || character === ']') {
      if (closers.pop() !== character) return undefined
    }
  }
  if (closers.length === 0) return undefined
  const whole = (escaped ? text.slice(0, -1) : text.replace(halfEscape, '$1')) + (inString ? '"' : '')
  const tail = closers.reverse().join('')
  for (const dangling of [/,\s*$/, tail.startsWith(']') ? halfWord : halfField]) {
    try {
      return JSON.parse(whole.replace(dangling, '') + tail)
    } catch {
      // The next attempt drops a little more of the end.
    }
  }
  return undefined
}
