import { faultFamilies, type RecoveryErrorType } from '../../src/faults/fault-catalogue.ts'
import { faultMetas } from '../../src/strategies/fault-metas.ts'

/** docs/faults.md: every fault type as its strategy describes it, by family. */
export function faultsPage(): string {
  const families = Object.entries(faultFamilies).flatMap(([family, types]) => [
    `## ${family}`,
    '',
    ...types.flatMap(entry),
  ])
  return [
    '# Fault types',
    '',
    'Made by `npm run docs` from the strategies in `src/strategies`. `session-recovery explain TYPE` prints the same.',
    '',
    ...families,
  ].join('\n')
}

function entry(type: RecoveryErrorType): string[] {
  const { link, mayLose, meaning, repair, says, title } = faultMetas[type]
  return [
    `### \`${type}\``,
    '',
    `${title.charAt(0).toUpperCase()}${title.slice(1)}. ${meaning}`,
    '',
    `- A provider says: ${says}`,
    `- Repair: ${repair}`,
    `- May be lost: ${mayLose ?? 'nothing.'}`,
    `- The rule: <${link}>`,
    '',
  ]
}
