/** The header of a table with one field of an error per row, and the line of dashes below it. */
const tableHead =
  /(?:^|\n)[ \t]{0,8}\|?[ \t]{0,20}(?:field|key|property|字段|项目?|属性)[ \t]{0,40}\|[ \t]{0,20}(?:value|details?|值|内容)[ \t]{0,40}\|?[ \t]{0,8}\n[ \t]{0,8}\|?[ \t]{0,4}:?-{2,80}:?[ \t]{0,4}\|[ \t]{0,4}:?-{2,80}:?[ \t]{0,4}\|?[ \t]{0,8}(?=\n)/i

/** A row of two cells. */
const row = /^[ \t]{0,8}\|?[ \t]{0,20}([^|\n]{1,60}?)[ \t]{0,40}\|[ \t]{0,20}([^|\n]{1,2000}?)[ \t]{0,40}\|?[ \t]{0,8}$/

/** The row that holds the error itself. */
const ofError =
  /^\W{0,4}(?:(?:\w{1,12} )?(?:error|message|detail|reason)(?: (?:message|text))?|错误(?:信息)?|报错|消息)\W{0,4}$/i

/**
 * Turns a table of an error's fields and values into one line per field, without the header: `Field` and `Value` are no words
 * of the error.
 *
 * @example
 * tableAsFields('| Field | Value |\n|---|---|\n| Message | Roles must alternate |') // '\nMessage: Roles must alternate'
 */
export function tableAsFields(text: string): string {
  const head = text.includes('|') ? tableHead.exec(text) : null
  if (head === null) return tableAsLog(text)
  const lines = text.slice(head.index + head[0].length + 1).split('\n')
  const cells = lines.map((line) => row.exec(line))
  const end = cells.indexOf(null)
  const rows = (end < 0 ? cells : cells.slice(0, end)) as RegExpExecArray[]
  if (!rows.some(([, name = '']) => ofError.test(name))) return text
  const told = rows.map(([, name, value]) => `${name}: ${value}`)
  return [text.slice(0, head.index), ...told, ...lines.slice(rows.length)].join('\n')
}

/** The header of a table that holds a log. Its first row begins with a time of day; a date alone is that of a changelog. */
const headOfLog = /(?:^|\n)[ \t]{0,8}\|[^\n]{1,400}\n[ \t]{0,8}\|[ \t:|-]{5,200}\n(?=[ \t]{0,8}\|[^|\n]{0,30}\d:\d\d)/

const isRow = /^\s{0,8}\|.*\|\s{0,8}$/

/** Turns a log that was posted as a table back into lines. */
function tableAsLog(text: string): string {
  const head = text.includes('|') ? headOfLog.exec(text) : null
  if (head === null) return text
  const lines = text.slice(head.index + head[0].length).split('\n')
  const told = lines.map((line) => (isRow.test(line) ? line.split('|').join(' ').trim() : line))
  return [text.slice(0, head.index), ...told].join('\n')
}
