import { readlink } from 'node:fs/promises'

let own: Promise<string | undefined> | undefined

/** Whose numbers those of processes are (pid_namespaces(7)): containers of one host name and one boot each count for themselves. Absent where nobody tells. */
export function pidNamespace(): Promise<string | undefined> {
  own ??= readlink('/proc/self/ns/pid').catch(() => undefined)
  return own
}
