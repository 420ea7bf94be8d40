import { version } from '../../src/doctor/version.ts'
import { cli } from './run-cli.ts'

/** What differs from run to run, and from machine to machine. */
export function steady(output: string, home: string): string {
  return output
    .replaceAll(home, '~')
    .replaceAll(version, 'VERSION')
    .replaceAll(/Node.js \S+ .*/g, 'Node.js ...')
    .replaceAll(/\d{8}T\d{6}-[0-9a-f]{8}/g, '20261121T080000-1a2b3c4d')
    .replaceAll(/\d{8}T\d{9}Z/g, '20261121T080000000Z')
    .replaceAll(/#[0-9a-f]{8}/g, '#1a2b3c4d')
    .replaceAll(/"(createdAt|undoneAt|mode|sha256)":("[^"]*"|\d+)/g, '"$1":...')
}

/** What each line prints, as it is on record. A change on purpose: `npx vitest run test/cli/table test/cli/report -u`; read the difference. */
export async function recordOf(lines: readonly string[], home: string): Promise<string> {
  let record = ''
  for (const line of lines) {
    const words = line.match(/"[^"]*"|\S+/g) ?? []
    const { code, shown } = await cli(
      words.map((word) => word.replaceAll('"', '')),
      { home },
    )
    record += `$ session-recovery ${line.replaceAll(home, '~')}\n${steady(shown, home)}[${code}]\n\n`
  }
  return record
}
