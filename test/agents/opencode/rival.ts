import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

/** Another program that has the database open for writing and has run `statements`; `later` runs half a second afterwards. */
export async function openElsewhere(path: string, statements: string, later = ''): Promise<void> {
  const code = `
    const { DatabaseSync } = require('node:sqlite')
    const database = new DatabaseSync(${JSON.stringify(path)})
    database.exec(${JSON.stringify(statements)})
    console.log('open')
    setTimeout(() => database.exec(${JSON.stringify(later)}), 500)
    process.stdin.resume()`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
}
