import { faultFamilies } from '../../src/faults/fault-catalogue.ts'
import { type Strategy } from '../../src/lint/define-strategy.ts'
import { strategyOf } from '../../src/strategies/index.ts'

/** docs/faults.md: every fault type as its strategy describes it, by family. */
export function faultsPage(): string {
  const families = Object.entries(faultFamilies).flatMap(([family, types]) => [
    `## ${family}`,
    '',
    ...types.flatMap((type) => entry(strategyOf(type))),
  ])
  return [
    '# Fault types',
    '',
    'Made by `npm run docs` from the strategies in `src/strategies`. `session-recovery explain TYPE` prints the same.',
    '',
    ...families,
  ].join('\n')
}

function entry({ meta, type }: Strategy): string[] {
  return [
    `### \`${type}\``,
    '',
    `${meta.title.charAt(0).toUpperCase()}${meta.title.slice(1)}. ${meta.meaning}`,
    '',
    `- A provider says: ${meta.says}`,
    `- Repair: ${meta.repair}`,
    `- May be lost: ${meta.mayLose ?? 'nothing.'}`,
    `- The rule: <${meta.link}>`,
    '',
  ]
}
