import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const installed = join(root, 'node_modules')

interface Manifest {
  readonly name: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

/**
 * Puts the built package into a folder's `node_modules`, as npm would, with what it needs at run time and the peers that are
 * named.
 */
export async function linkPackage(folder: string, peers: readonly string[] = []): Promise<void> {
  const { name, dependencies = {} } = await manifestIn(root)
  const modules = join(folder, 'node_modules')
  for (const file of ['package.json', 'dist'])
    await cp(join(root, file), join(modules, name, file), { recursive: true })
  const wanted = [...Object.keys(dependencies), ...peers]
  const done = new Set<string>()
  for (let next = wanted.pop(); next !== undefined; next = wanted.pop()) {
    if (done.has(next)) continue
    done.add(next)
    await cp(join(installed, next), join(modules, next), { recursive: true, dereference: true })
    wanted.push(...Object.keys((await manifestIn(join(installed, next))).dependencies ?? {}))
  }
  await mkdir(join(modules, '.bin'), { recursive: true })
  const bin = join(modules, '.bin', name)
  await symlink(join('..', name, 'dist/cli.js'), bin)
}

/** Where Node, npm and npx are: of the machine, and before them those of this repository. */
export const pathOfNode: string = [join(installed, '.bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(
  ':',
)
