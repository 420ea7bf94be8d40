/** The head of a table that tells an error field by field, and the line of dashes below it. */
const tableHead =
  /(?:^|\n)[ \t]{0,8}\|?[ \t]{0,20}(?:field|key|property|字段|项目?|属性)[ \t]{0,40}\|[ \t]{0,20}(?:value|details?|值|内容)[ \t]{0,40}\|?[ \t]{0,8}\n[ \t]{0,8}\|?[ \t]{0,4}:?-{2,80}:?[ \t]{0,4}\|[ \t]{0,4}:?-{2,80}:?[ \t]{0,4}\|?[ \t]{0,8}(?=\n)/i

/** A row of two cells. */
const row = /^[ \t]{0,8}\|?[ \t]{0,20}([^|\n]{1,60}?)[ \t]{0,40}\|[ \t]{0,20}([^|\n]{1,2000}?)[ \t]{0,40}\|?[ \t]{0,8}$/

/** The row that holds the error itself. */
const ofError =
  /^\W{0,4}(?:(?:\w{1,12} )?(?:error|message|detail|reason)(?: (?:message|text))?|错误(?:信息)?|报错|消息)\W{0,4}$/i

/**
 * A post whose error is told in a table of fields and values, with a line for each field: `Field` and `Value` are the words of
 * the table, and none of the error.
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

/** The head of a table that holds a log, and the line of dashes: the first row begins with a time of the day, and no date alone, as changes do. */
const headOfLog = /(?:^|\n)[ \t]{0,8}\|[^\n]{1,400}\n[ \t]{0,8}\|[ \t:|-]{5,200}\n(?=[ \t]{0,8}\|[^|\n]{0,30}\d:\d\d)/

const isRow = /^\s{0,8}\|.*\|\s{0,8}$/

/** A log that was posted as a table, with a line for each row, and its cells one behind the other as a log has them. */
function tableAsLog(text: string): string {
  const head = text.includes('|') ? headOfLog.exec(text) : null
  if (head === null) return text
  const lines = text.slice(head.index + head[0].length).split('\n')
  const told = lines.map((line) => (isRow.test(line) ? line.split('|').join(' ').trim() : line))
  return [text.slice(0, head.index), ...told].join('\n')
}
