import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeFs } from '../../src/files/node-fs.ts'
import { stagingFolderIn, sweepStagingFolders } from '../../src/journal/staging-folder.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { entryFile } from '../entry-file.ts'
import { tempFolder } from '../files/temp-folder.ts'

const line = '{"type":"note","data":{"text":"hi"}}\n'

/** A process that begins an import and then waits for lines that never come. */
async function importing(root: string): Promise<{ readonly staging: string; kill(): Promise<void> }> {
  const program = `
    const { createJournalStore } = await import(${JSON.stringify(entryFile('journal'))})
    const lines = async function* () {
      yield Buffer.from(${JSON.stringify(line)})
      process.stdout.write('begun')
      await new Promise((resolve) => setTimeout(resolve, 600_000))
    }
    await createJournalStore(${JSON.stringify(root)}).journal.import('killed', lines())`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = async (): Promise<void> => {
    if (child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  await once(child.stdout, 'data')
  const name = readdirSync(root).find((each) => each.startsWith('.import-'))
  return { staging: join(root, String(name)), kill }
}

// Only Linux tells whose a number is; elsewhere nothing is swept.
test.runIf(process.platform === 'linux')(
  'what a killed import has left stays for ever, or one that lives loses its folder',
  async () => {
    const root = tempFolder()
    const { staging, kill } = await importing(root)
    const store = createJournalStore(root)
    onTestFinished(() => store.close())
    await store.journal.import('first', [Buffer.from(line)])
    expect(existsSync(staging)).toBe(true)
    await kill()
    await store.journal.import('second', [Buffer.from(line)])
    expect(readdirSync(root).filter((name) => name.startsWith('.import-'))).toEqual([])
  },
)

/** The name of a folder of this process, with other marks. */
const changed = (path: string, change: (marks: string[]) => void): string => {
  const marks = basename(path).split('.')
  change(marks)
  return join(dirname(path), marks.join('.'))
}
const other = 'zzzzzzzzzzzz'

// `.import-PID`, machine, boot, who counts, start, random; the first is empty, as the name begins with a dot.
test.runIf(process.platform === 'linux').each<readonly [string, (marks: string[]) => void, isLeft: boolean]>([
  ['of a process that lives', () => undefined, true],
  ['of the same number and another start', (marks) => (marks[5] = other), false],
  ['of a number that nobody has', (marks) => (marks[1] = 'import-4194305'), false],
  ['of another boot', (marks) => ((marks[2] = 'aaaaaaaaaaaa'), (marks[3] = other)), true],
  ['of another machine', (marks) => ((marks[2] = 'aaaaaaaaaaaa'), (marks[3] = other), (marks[5] = other)), true],
  ['of another boot, without a machine', (marks) => ((marks[2] = ''), (marks[3] = other)), true],
  ['of another container', (marks) => ((marks[4] = other), (marks[5] = other)), true],
  ['without a start', (marks) => (marks[5] = ''), true],
  ['of an older release', (marks) => marks.splice(1, 5, 'import-0b7c1c1e-6a5e-4a0e-8e0a-6a3f8a1f0c11'), true],
])('a folder %s is judged wrongly', async (_name, change, isLeft) => {
  const root = tempFolder()
  const folder = changed(await stagingFolderIn(root), change)
  mkdirSync(folder)
  writeFileSync(join(folder, 'records.ndjson'), line)
  await sweepStagingFolders(nodeFs, root)
  expect(existsSync(folder)).toBe(isLeft)
})

test('a link of such a name leads the sweep out of the root', async () => {
  const [root, elsewhere] = [tempFolder(), tempFolder()]
  const folder = changed(await stagingFolderIn(root), (marks) => (marks[5] = other))
  writeFileSync(join(elsewhere, 'kept'), '')
  symlinkSync(elsewhere, folder)
  await sweepStagingFolders(nodeFs, root)
  expect(readdirSync(elsewhere)).toEqual(['kept'])
})

test.runIf(process.platform === 'linux')(
  'a folder of a process of which nothing is known but that it is there is removed',
  async () => {
    const root = tempFolder()
    // A shell that becomes a program which asks for no child: what has ended keeps its number, and no start is told of it.
    const child = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [told] = await once(child.stdout, 'data')
    const pid = String(told).trim()
    await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'latin1')).toContain(') Z ')
    const folder = changed(await stagingFolderIn(root), (marks) => (marks[1] = `import-${pid}`))
    mkdirSync(folder)
    await sweepStagingFolders(nodeFs, root)
    expect(existsSync(folder)).toBe(true)
  },
)
