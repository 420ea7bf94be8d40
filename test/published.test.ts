import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'

const dist = new URL('../dist/', import.meta.url)

/** Runs a program that imports what is published, and tells which of the package's files Node has read before and after a call. */
function filesRead(
  entry: string,
  call: string,
): { readonly before: string[]; readonly after: string[]; said: unknown } {
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
  return JSON.parse(stdout) as ReturnType<typeof filesRead>
}

const refusal = JSON.stringify('messages: text content blocks must be non-empty')

describe('what is published', () => {
  beforeAll(() => {
    if (!existsSync(new URL('index.js', dist)))
      throw new Error(`Run \`npm run build\`: ${fileURLToPath(dist)} is empty.`)
  })

  it.each(['index.js', 'fetch.js', 'anthropic.js', 'langchain.js', 'opencode.js'])(
    'reads the engine while %s is imported',
    (entry) => {
      expect(filesRead(entry, 'null').before).not.toContain('engine.js')
    },
  )

  it('does not find the engine at the first call', () => {
    const { before, after, said } = filesRead('index.js', `published.detectError(${refusal})`)
    expect(before.length).toBeGreaterThan(1)
    expect(after).toContain('engine.js')
    expect(said).toMatchObject({ type: 'blank_text' })
  })

  it('loses an error class between the engine and who catches it', () => {
    const caught = `(() => { try { published.diagnose([], { format: 'none' }) } catch (error) { return [error instanceof published.TranscriptError, error.code] } })()`
    expect(filesRead('index.js', caught).said).toEqual([true, 'unknown_format'])
    expect(filesRead('modules/index.js', caught).said).toEqual([true, 'unknown_format'])
  })

  it('tells bundlers something else than Node', () => {
    const call = `published.repair([{ role: 'user', content: '' }], { format: 'anthropic-messages', error: ${refusal} })`
    const bundled = filesRead('modules/index.js', call)
    expect(bundled.said).toMatchObject({ changed: true })
    expect(bundled.said).toEqual(filesRead('index.js', call).said)
    expect(bundled.after).not.toContain('engine.js')
  })
})
