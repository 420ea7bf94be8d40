import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SessionPlace } from '../agent.ts'

/**
 * Whether a program in that folder writes this chat. The folder of a project is named by the hash of its path, or by a short name
 * with the path in a file of its own; chats of sub-agents lie one folder deeper.
 */
export async function worksIn(folder: string, { parentId, path, project }: SessionPlace): Promise<boolean> {
  if (createHash('sha256').update(folder).digest('hex') === project) return true
  const chats = parentId === undefined ? dirname(path) : dirname(dirname(path))
  return (await readFile(join(dirname(chats), '.project_root'), 'utf8').catch(() => '')).trim() === folder
}
