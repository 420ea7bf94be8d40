/** An id or a name is quoted when it stands in the text as a whole: `fc_1` is not quoted by `fc_12`, and none is an empty one. */
export function isQuoted(id: string, text: string): boolean {
  if (id === '') return false
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    const around = `${text[at - 1] ?? ''}${text[at + id.length] ?? ''}`
    if (!/[\w-]/.test(around)) return true
  }
  return false
}
