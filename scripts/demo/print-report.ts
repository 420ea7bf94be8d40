import { styleText } from 'node:util'
import type { Edit, RecoveryReport } from 'session-recovery'

const width = 110

/** Prints what a recovery found and changed, as a diff that a person understands. */
export function printReport(report: RecoveryReport): void {
  if (report.detected) console.log(`   refused: ${clip(report.detected.text, width)}`)
  const faults = [...new Set(report.faults.map((fault) => fault.type))].join(', ')
  console.log(`   fault: ${faults}; ${report.outcome}, loss: ${report.loss}`)
  for (const edit of report.edits) printEdit(edit)
  if (report.request) console.log(styleText('green', `   + request ${clip(JSON.stringify(report.request), width)}`))
}

function printEdit(edit: Edit): void {
  const place = `   message ${edit.index}`
  const before = edit.op === 'insert' ? [] : linesOf(edit.before)
  const after = edit.op === 'remove' ? [] : linesOf(edit.after)
  console.log(styleText('dim', `${place}: ${edit.op}`))
  for (const line of before) if (!after.includes(line)) console.log(styleText('red', `   - ${line}`))
  for (const line of after) if (!before.includes(line)) console.log(styleText('green', `   + ${line}`))
}

/** One line per block of a message. */
function linesOf(message: unknown): string[] {
  const { role, content } = message as { role: string; content: unknown }
  const blocks: unknown[] = Array.isArray(content) ? content : [content]
  const lines = blocks.map((block) => `${role}: ${clip(JSON.stringify(block), width)}`)
  return lines.length > 0 ? lines : [`${role}: (no content)`]
}

function clip(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}
