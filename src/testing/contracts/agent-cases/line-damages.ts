import { readFileSync, writeFileSync } from 'node:fs'
import type { Damage } from './agent-under-test.ts'

/**
 * Damage to a file of lines: torn at every byte offset, every line dropped, duplicated, swapped with the next and cut in the
 * middle, NUL tail, glue, byte order mark, CRLF.
 */
export function lineDamages(path: string): readonly Damage[] {
  const bytes = readFileSync(path)
  const lines = bytes.toString('utf8').split('\n').slice(0, -1)
  const write = (content: Uint8Array | string) => (target: string) => writeFileSync(target, content)
  const join = (list: readonly string[]): string => list.map((line) => `${line}\n`).join('')
  const damages: Damage[] = []
  for (let at = 0; at < bytes.length; at += 1)
    damages.push({ what: `torn at byte ${at}`, apply: write(bytes.subarray(0, at)) })
  for (const [at, line] of lines.entries()) {
    const rest = lines.slice(at + 1)
    const former = lines.slice(0, at)
    const half = line.slice(0, line.length / 2)
    damages.push(
      { what: `line ${at + 1} dropped`, apply: write(join([...former, ...rest])) },
      { what: `line ${at + 1} twice`, apply: write(join([...former, line, line, ...rest])) },
      { what: `line ${at + 1} swapped`, apply: write(join([...former, ...rest.slice(0, 1), line, ...rest.slice(1)])) },
      { what: `line ${at + 1} cut`, apply: write(join([...former, half, ...rest])) },
      {
        what: `line ${at + 1} cut and glued`,
        apply: write(join([...former, half + (rest[0] ?? ''), ...rest.slice(1)])),
      },
    )
  }
  damages.push(
    { what: 'NUL tail', apply: write(Buffer.concat([bytes, Buffer.alloc(64)])) },
    { what: 'byte order mark', apply: write(`\uFEFF${join(lines)}`) },
    { what: 'CRLF', apply: write(lines.map((line) => `${line}\r\n`).join('')) },
    { what: 'foreign text', apply: write(`no json\n${join(lines)}`) },
  )
  return damages
}
