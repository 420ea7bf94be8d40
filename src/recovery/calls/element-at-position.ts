import type { RequestBody } from '../../formats/format.ts'

/** Where a parser of the body has stopped: serde counts the bytes of the line, Python the characters of the whole as well. */
const stop = /\bline 1,? column (\d{1,9})(?: \(char (\d{1,9})\))?/i

/**
 * The index of the element of a list at which a provider's parser has stopped: what serde says of a body that fits none of its
 * types has a position and no path. Undefined where the error gives no position, or the position lies outside of the list.
 *
 * @param body as it was sent: clients write it in one line, in the order of its fields
 * @example
 * elementAtPosition('invalid type: null at line 1 column 31', { model: 'm', input: [{ a: 1 }, null] }, 'input') // 1
 */
export function elementAtPosition(said: string, body: RequestBody, listField: string): number | undefined {
  const [, column, character] = stop.exec(said) ?? []
  const list = body[listField]
  if (column === undefined || !Array.isArray(list)) return undefined
  const position = Number(character ?? column)
  const sizeOf = character === undefined ? Buffer.byteLength : charactersOf
  let end = sizeOf(beforeList(body, listField))
  for (const [index, element] of list.entries()) {
    const start = end
    end += sizeOf(JSON.stringify(element) ?? 'null')
    if (position > start && position <= end) return index
    end++
  }
  return undefined
}

const charactersOf = (text: string): number => [...text].length

function beforeList(body: RequestBody, listField: string): string {
  const fields = Object.entries(body)
  const before = fields.slice(
    0,
    fields.findIndex(([field]) => field === listField),
  )
  const head = JSON.stringify(Object.fromEntries(before)).slice(0, -1)
  return `${head}${head === '{' ? '' : ','}${JSON.stringify(listField)}:[`
}
