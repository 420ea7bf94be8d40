import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

const dist = new URL('../dist/', import.meta.url)

const refusal = JSON.stringify('messages: text content blocks must be non-empty')

/** Of a call each entry is asked at most once: what it says, in a process that has read no other. */
const calls = {
  detected: `published.detectError?.(${refusal})`,
  caught: `published.diagnose && (() => { try { published.diagnose([], { format: 'none' }) } catch (error) { return [error instanceof published.TranscriptError, error.code] } })()`,
  repaired: `published.repair?.([{ role: 'user', content: '' }], { format: 'anthropic-messages', error: ${refusal} })`,
}

interface FilesRead {
  readonly before: readonly string[]
  readonly after: readonly string[]
  readonly said: Readonly<Record<keyof typeof calls, unknown>>
}

const read = new Map<string, FilesRead>()

/** Which of the package's files Node has read before and after the calls of an entry. One process for each: they take long to start. */
function filesRead(entry: string): FilesRead {
  const known = read.get(entry) ?? runEntry(entry)
  read.set(entry, known)
  return known
}

/** Runs a program that imports what is published. */
function runEntry(entry: string): FilesRead {
  const call = `({ ${Object.entries(calls)
    .map(([name, code]) => `${name}: ${code}`)
    .join(', ')} })`
  const program = `
    import { registerHooks } from 'node:module'
    const read = []
    registerHooks({ load(url, context, next) { read.push(url.slice(url.lastIndexOf('/') + 1)); return next(url, context) } })
    const published = await import(${JSON.stringify(new URL(entry, dist).href)})
    const before = [...read]
    const said = ${call}
    console.log(JSON.stringify({ before, after: read, said }))`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout) as FilesRead
}

describe('what is published', () => {
  beforeAll(() => {
    if (!existsSync(new URL('index.js', dist)))
      throw new Error(`Run \`npm run build\`: ${fileURLToPath(dist)} is empty.`)
  })

  it.each(['index.js', 'fetch.js', 'anthropic.js', 'langchain.js', 'opencode.js'])(
    'reads the engine while %s is imported',
    (entry) => {
      expect(filesRead(entry).before).not.toContain('engine.js')
    },
  )

  it('does not find the engine at the first call', () => {
    const { before, after, said } = filesRead('index.js')
    expect(before.length).toBeGreaterThan(1)
    expect(after).toContain('engine.js')
    expect(said.detected).toMatchObject({ type: 'blank_text' })
  })

  it('loses an error class between the engine and who catches it', () => {
    expect(filesRead('index.js').said.caught).toEqual([true, 'unknown_format'])
    expect(filesRead('modules/index.js').said.caught).toEqual([true, 'unknown_format'])
  })

  it('tells bundlers something else than Node', () => {
    const bundled = filesRead('modules/index.js')
    expect(bundled.said.repaired).toMatchObject({ changed: true })
    expect(bundled.said).toEqual(filesRead('index.js').said)
    expect(bundled.after).not.toContain('engine.js')
  })
})
