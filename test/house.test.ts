import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { house } from '../house.ts'

const root = new URL('../', import.meta.url)

describe('the map of the house', () => {
  it('is not the one in AGENTS.md, row by row from the top', () => {
    const guide = readFileSync(new URL('AGENTS.md', root), 'utf8')
    const rows = [...guide.matchAll(/^ {4}src\/(\S+)\/ +(.+)$/gm)].map(([, folder, purpose]) => [folder, purpose])
    expect(rows).toEqual([...house].reverse())
    expect(rows.length).toBeGreaterThan(20)
  })

  it('misses a folder of src, so that the lint rule cannot guard it', () => {
    const folders = readdirSync(new URL('src/', root), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    const known = new Set(house.map(([folder]) => folder.split('/')[0]))
    expect(folders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([])
    expect(folders.length).toBeGreaterThan(15)
  })
})
