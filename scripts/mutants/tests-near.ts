import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** Where else the tests of a folder stand than in the folder of its name: what is decided there shows in these. */
const alsoIn: Readonly<Record<string, readonly string[]>> = {
  agents: ['audit'],
  cli: ['proxy', 'mcp'],
  detection: ['repair', 'strategies'],
  doctor: ['audit', 'cli'],
  faults: ['lint', 'strategies'],
  files: ['agents'],
  formats: ['properties'],
  hook: ['recovery'],
  journal: ['storage'],
  lint: ['repair', 'strategies', 'properties'],
  media: ['strategies', 'formats'],
  'record-log': ['journal', 'agents'],
  recovery: ['hook', 'adapters'],
  repair: ['strategies', 'properties'],
  reports: ['detection', 'strategies', 'repair'],
  storage: ['journal', 'postgres'],
  strategies: ['repair', 'formats', 'properties'],
  testing: ['properties', 'formats', 'storage', 'agents'],
  transcript: ['lint', 'repair', 'strategies'],
}

/** What each factory refuses is tried for all of them in one place. */
const ofAll = ['errors']

/** Tests that start servers, browsers or real programs, or run the examples: they take longer than they tell to other folders. */
const slow = /^test\/(postgres|fleet|types)\/|ssh-session|tmux|browser|growth/

/** The test files that may be about a source folder, those in the folder of its name first. */
export function testsNear(folder: string): readonly string[] {
  const [top = ''] = folder.split('/')
  const folders = [...new Set([top, ...(alsoIn[top] ?? []), ...ofAll])]
  return folders
    .flatMap((name) => globSync(`test/${name}/**/*.test.ts`).sort())
    .filter((test) => !test.endsWith('.deep.test.ts'))
    .filter((test) => !slow.test(test) || folders.some((name) => test.startsWith(`test/${name}/`)))
}

/** Those of its own name come first, then those that import it, the records of its folder, which look at all of it, the rest of it, and the quick. */
export function byLikelihood(source: string, msOf: (test: string) => number): (a: string, b: string) => number {
  const stem = basename(source, '.ts')
  const [, folder = '', part = ''] = source.split('/')
  const texts = new Map<string, string>()
  const says = (test: string, words: string): boolean => {
    if (!texts.has(test)) texts.set(test, readFileSync(test, 'utf8'))
    return texts.get(test)!.includes(words)
  }
  const rank = (test: string): number => {
    if (basename(test, '.test.ts') === stem) return -4e6
    if (says(test, `${source}'`)) return -3e6 + msOf(test)
    const isOfFolder = test.startsWith(`test/${folder}/`)
    if (isOfFolder && says(test, 'toMatchFileSnapshot(')) return -2e6 + msOf(test)
    const isOfPart = test.startsWith(`test/${folder}/${part}`) || test.startsWith(`test/${part}/`)
    if (isOfPart) return -1e6 + msOf(test)
    return msOf(test) - (isOfFolder ? 1000 : 0)
  }
  return (a, b) => rank(a) - rank(b)
}
