import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { platform } from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import {
  auditSessions,
  repairSafe,
  type AuditReport,
  type RepairSafeOptions,
  type SafeRepair,
} from '../../../src/audit.ts'
import { undo } from '../../../src/files/undo.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { scale } from '../../seeds.ts'
import { treeOf, type LayoutSubject, type StoreFault } from './layout-subject.ts'

interface Scene {
  readonly root: string
  readonly options: RepairSafeOptions
  readonly audit: () => Promise<AuditReport>
  readonly repair: (more?: Partial<RepairSafeOptions>) => Promise<SafeRepair>
}

async function sceneOf({ layout, make }: LayoutSubject): Promise<Scene> {
  const folder = tempFolder()
  const root = join(folder, 'store')
  mkdirSync(root)
  const options = { ...(await make(root)), layout, backups: { folder: join(folder, 'backups') } }
  return {
    root,
    options,
    audit: () => auditSessions(options),
    repair: (more) => repairSafe({ ...options, apply: true, ...more }),
  }
}

const kindsOf = ({ items }: AuditReport): string[] => items.map(({ kind }) => kind)

/** What every repair has to be, whatever was wrong. */
async function expectSafeRepair(scene: Scene, faults: readonly StoreFault[]): Promise<void> {
  const { root } = scene
  const before = treeOf(root)
  const report = await scene.audit()
  for (const { finds } of faults) expect(kindsOf(report)).toContain(finds)
  expect(JSON.stringify(report)).not.toContain('a secret')
  const dry = await scene.repair({ apply: false })
  expect([dry.applied, treeOf(root)]).toEqual([false, before])

  const first = await scene.repair()
  const once = treeOf(root)
  expect(first.after.summary.repairable).toBe(0)
  expect([first.repaired, first.applied]).toEqual([report.summary.repairable, dry.files.length > 0])
  expect(first.after.items).toEqual(report.items.filter(({ category }) => category === 'unsafe_to_repair'))
  const isUntouched = JSON.stringify(once) === JSON.stringify(before)
  expect(isUntouched).toBe(faults.every(({ unsafe }) => unsafe))
  const second = await scene.repair()
  expect([second.backup, treeOf(root)]).toEqual([null, once])

  if (first.backup !== null) await undo(first.backup, scene.options.backups)
  expect(treeOf(root)).toEqual(before)
  expect(await scene.audit()).toEqual(report)
}

/** Another process has the file open: for writing, and for reading alone from when it is asked to. */
async function holdOpen(path: string): Promise<{ readonly justRead: () => Promise<unknown> }> {
  const script = `const { openSync, closeSync } = require('node:fs')
    const open = (mode) => [openSync(${JSON.stringify(path)}, mode), console.log(mode)][0]
    const file = open('r+')
    process.stdin.once('data', () => (closeSync(file), open('r'))).on('end', () => {})`
  const running = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void running.kill('SIGKILL'))
  const told = running.stdout[Symbol.asyncIterator]()
  await told.next()
  return { justRead: () => (running.stdin.write('x'), told.next()) }
}

/** `SESSION_RECOVERY_CASES=10` repairs each fault at each place, and pairs each with each. */
const isThorough = scale > 1

/**
 * The one suite of every layout. By default a fault is found at its first and last place alone, and its repair is proven at one of
 * them alone and at the other beside a second fault.
 */
export function layoutSuite(subject: LayoutSubject): void {
  const { faults, sessions } = subject
  const lastSession = sessions.length - 1
  const single = faults.filter(({ whole }) => !whole)
  const places = [
    ...faults.filter(({ whole }) => whole).map((fault) => ({ ...fault, at: 0, repairs: true })),
    ...single.flatMap((fault, index) => [
      { ...fault, at: 0, repairs: isThorough || index % 2 === 1 },
      { ...fault, at: lastSession, repairs: isThorough || index % 2 === 0 },
    ]),
  ]
  const pairs = single.flatMap((first, index) =>
    isThorough
      ? single.map((last) => ({ first, last }))
      : index === 0 || index === single.length - 1
        ? [{ first, last: single.at(index - 1)! }]
        : [],
  )

  test('a healthy store has findings, or a repair of it writes', async () => {
    const scene = await sceneOf(subject)
    const before = treeOf(scene.root)
    expect(await scene.audit()).toMatchObject({ status: 'ok', items: [] })
    expect(await scene.repair()).toMatchObject({ clean: true, backup: null, files: [] })
    expect(treeOf(scene.root)).toEqual(before)
  })

  test('a folder that is not there is not an empty store', async () => {
    const folder = join(tempFolder(), 'none')
    expect(await auditSessions({ folder, layout: subject.layout })).toMatchObject({ status: 'ok', items: [] })
  })

  test.each(places)('$name, session $at: is not found, or its repair is not safe', async (fault) => {
    const scene = await sceneOf(subject)
    await fault.apply(scene.root, fault.at)
    const { status, summary, items } = await scene.audit()
    expect(status).toBe(fault.unsafe || fault.partly ? 'needs_manual_review' : 'warn')
    expect(summary[fault.unsafe ? 'unsafe_to_repair' : 'repairable']).toBeGreaterThan(0)
    const found = new Set(items.map(({ session_id }) => session_id))
    expect(fault.whole ? [] : [...found]).toEqual(fault.whole ? [] : [sessions[fault.at]])
    expect(summary.ok).toBeGreaterThanOrEqual(2)
    if (fault.repairs) await expectSafeRepair(scene, [fault])
  })

  test('two faults at once, the first and the last session: one hides the other', async () => {
    for (const { first, last } of pairs) {
      const scene = await sceneOf(subject)
      await first.apply(scene.root, 0)
      await last.apply(scene.root, lastSession)
      expect(new Set((await scene.audit()).items.map(({ session_id }) => session_id)).size).toBe(2)
      await expectSafeRepair(scene, [first, last])
    }
  }, 600_000)

  const repairable = faults.find(({ unsafe, whole }) => !unsafe && !whole)

  test.runIf(platform === 'linux' && repairable)(
    'a store that its program has open is written to, or one that somebody reads is not',
    async () => {
      const fault = repairable!
      const scene = await sceneOf(subject)
      await fault.apply(scene.root, lastSession)
      const before = treeOf(scene.root)
      const { justRead } = await holdOpen(subject.heldFile(scene.root))
      await expect(scene.repair()).rejects.toMatchObject({ code: 'live' })
      expect(treeOf(scene.root)).toEqual(before)
      expect((await scene.audit()).summary.repairable).toBeGreaterThan(0)
      await justRead()
      expect(await scene.repair()).toMatchObject({ applied: true, refused: [] })
    },
  )
}
