import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import plugin, { sessionRecoveryPlugin } from '../../src/opencode.ts'

const read = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

interface Manifest {
  readonly name: string
  readonly version: string
  readonly exports: Readonly<Record<string, unknown>>
}

test('opencode finds no server plugin in the installed package', () => {
  const { exports } = JSON.parse(read('package.json')) as Manifest
  expect(exports['./server']).toEqual(exports['./opencode'])
  expect(plugin).toEqual({ id: 'session-recovery', server: sessionRecoveryPlugin })
})

test('the README names a plugin that somebody else could own, or another release than this one', () => {
  const { name, version } = JSON.parse(read('package.json')) as Manifest
  const specs = [...read('README.md').matchAll(/"plugin": \["([^"]+)"\]/g)].map(([, spec]) => spec)
  expect(specs).toEqual([`${name}@${version}`])
})
