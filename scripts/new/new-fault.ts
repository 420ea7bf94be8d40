import { faultFamilies } from '../../src/faults/fault-catalogue.ts'
import { NewError } from './new-error.ts'
import { camelCase, Change, insertBefore, insertImport, type Skeleton } from './repository.ts'

/** The skeleton of a fault type. */
export function newFault(type: string, family = 'content'): Skeleton {
  if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/.test(type))
    throw new NewError(`${JSON.stringify(type)} is no fault type: two or more words in lower case, joined by _.`)
  if (!Object.hasOwn(faultFamilies, family))
    throw new NewError(`Unknown family ${JSON.stringify(family)}. One of: ${Object.keys(faultFamilies).join(', ')}.`)
  const file = type.replaceAll('_', '-')
  const name = camelCase(type)
  const change = new Change()
  change.create(`src/strategies/${file}.ts`, strategy(type, name))
  change.create(`src/reports/${file}.ts`, reports(name))
  change.create(`test/strategies/${file}.test.ts`, test(type))
  change.edit('src/faults/fault-catalogue.ts', (text) => inFamily(text, family, type))
  const rows = [
    ['strategies', /^ {2}unspecifiedStructural,/m, `  ${name},\n`],
    ['reports', /^ {2}unspecified_structural:/m, `  ${type}: ${name},\n`],
  ] as const
  for (const [folder, last, line] of rows)
    change.edit(`src/${folder}/index.ts`, (text) => {
      const row = insertBefore(text, last, line)
      return row && insertImport(row, `import { ${name} } from './${file}.ts'`)
    })
  change.edit('src/strategies/fault-metas.ts', (text) => {
    const row = insertBefore(text, /^ {2}unspecified_structural:/m, `  ${type}: ${name}Meta,\n`)
    return row && insertImport(row, `import { ${name}Meta } from './${file}.ts'`)
  })
  const left = [
    'What is left (tests fail until it is done):',
    `1. src/strategies/${file}.ts: its meta in words, \`visit\` for how the transcript shows it, \`learn\` for what an error teaches.`,
    `   Its row in src/strategies/index.ts decides which fixes win over its own. What it sees of a plain text, thought, call or result the`,
    '   screen.ts of the format must not pass as healthy: a round that it passes is never linted.',
    `2. src/reports/${file}.ts: how providers word it.`,
    `3. test/strategies/${file}.test.ts: where it is found, and what looks alike and is healthy.`,
    `4. A corruption with faultType '${type}' in a kit of src/testing/provider; the property suites take it from there.`,
    `5. npm run docs; npx vitest run test/strategies test/testing/kits.test.ts test/registry.test.ts`,
  ]
  return { change, left }
}

function inFamily(text: string, family: string, type: string): string | undefined {
  const key = /^\w+$/.test(family) ? family : `'${family}'`
  const start = text.indexOf(`  ${key}: [`)
  const end = text.indexOf(']', start)
  if (start < 0 || end < 0) return undefined
  const before = text.slice(0, end).trimEnd()
  return `${before}${before.endsWith(',') ? '' : ','} '${type}'${text.slice(end)}`
}

const strategy = (
  type: string,
  name: string,
): string => `import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const ${name}Meta: FaultMeta = {
  title: 'FILL IN: one short clause, for lists',
  meaning: 'FILL IN: what is wrong, for the owner of the conversation',
  repair: 'FILL IN: what a repair does; mayLose beside it, where something may be lost',
  says: 'FILL IN: a sentence with which a provider reports it',
  link: 'FILL IN: the page where the rule behind it is written',
}

export const ${name}: Strategy<'${type}'> = defineStrategy({
  type: '${type}',

  visit: {},
})
`

const reports = (name: string): string => `import type { Reports } from '../detection/reports.ts'

export const ${name}: Reports = {
  wordings: [],
}
`

const test = (type: string): string => `import { testOnAnthropic } from './anthropic.ts'

testOnAnthropic({
  type: '${type}',
  finds: {},
  nearMisses: {},
})
`
