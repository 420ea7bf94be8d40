import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A folder to be looked through: by the names that lead to it, and where it really lies. */
interface Below {
  readonly name: string
  readonly real: string
}

/**
 * The names of all files below a folder, relative to it and in their order. A folder below it that may not be read holds none and
 * hides no other; one that links lead to again, a circle of them included, is looked through once, by the name without a link.
 *
 * @throws what the system throws when the folder itself cannot be read
 * @example
 * await namesBelow('/home/ada/.codex/sessions') // ['2026/11/22/rollout-a.jsonl', '2026/11/23/rollout-b.jsonl']
 */
export async function namesBelow(folder: string): Promise<string[]> {
  const names: string[] = []
  const seen = new Set<string>()
  const linked: string[] = []
  const plain: Below[] = [{ name: '', real: await realpath(folder) }]

  const lookThrough = async ({ name, real }: Below): Promise<void> => {
    if (seen.has(real)) return
    seen.add(real)
    const reading = readdir(real, { withFileTypes: true })
    for (const entry of await (name === '' ? reading : reading.catch(() => []))) {
      const below = join(name, entry.name)
      if (entry.isDirectory()) plain.push({ name: below, real: join(real, entry.name) })
      else if (entry.isSymbolicLink()) linked.push(below)
      else names.push(below)
    }
  }

  for (;;) {
    const next = plain.pop()
    if (next) {
      await lookThrough(next)
      continue
    }
    const link = linked.shift()
    if (link === undefined) return names.sort()
    const target = await realpath(join(folder, link)).catch(() => undefined)
    const stats = target === undefined ? undefined : await stat(target).catch(() => undefined)
    if (target !== undefined && stats?.isDirectory()) plain.push({ name: link, real: target })
    else names.push(link)
  }
}
