import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditKind, LayoutName } from '../../../src/audit.ts'

/** One thing that goes wrong with a store of three sessions; `at` is the session that it goes wrong with. */
export interface StoreFault {
  readonly name: string
  readonly finds: AuditKind
  /** What nobody may put right by guessing: then not a byte changes. */
  readonly unsafe?: boolean
  /** Hits the store as a whole: then there is no first and last of it. */
  readonly whole?: boolean
  /** Leaves something for somebody to look at even when it is repaired. */
  readonly partly?: boolean
  readonly apply: (root: string, at: number) => void | Promise<void>
}

interface StoreOptions {
  readonly folder: string
  readonly stateDb?: string
}

/** A program's store, as its conformance to the audit is tested. */
export interface LayoutSubject {
  readonly layout: LayoutName
  readonly sessions: readonly [string, string, string]
  /** Makes a healthy store below a folder that is there. */
  readonly make: (root: string) => StoreOptions | Promise<StoreOptions>
  readonly faults: readonly StoreFault[]
  /** A file that the program holds open while it is at work. */
  readonly heldFile: (root: string) => string
}

/** Every file below a folder with its bytes. */
export function treeOf(root: string): Readonly<Record<string, string>> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
  return Object.fromEntries(files.map((path) => [path.slice(root.length + 1), readFileSync(path, 'base64')]))
}
