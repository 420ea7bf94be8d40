import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Program, ProgramCommand } from '../program.ts'

function command(bin: string, home: string, url: string, args: readonly string[]): ProgramCommand {
  return {
    command: [process.execPath, bin, ...args, '-m', 'gemini-2.5-flash', '--approval-mode', 'yolo', '-o', 'stream-json'],
    cwd: join(home, 'project'),
    env: {
      HOME: home,
      GEMINI_CLI_HOME: home,
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_API_KEY: 'x',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      GEMINI_CLI_NO_RELAUNCH: 'true',
    },
  }
}

/** Gemini CLI 0.61: chats whose healthy sessions already break on a resume, because results of tools are stored twice. */
export const geminiCli: Program = {
  name: 'Gemini CLI 0.61.0',
  agent: 'gemini-cli',
  spec: '@google/gemini-cli@0.61.0',
  bin: 'node_modules/@google/gemini-cli/bundle/gemini.js',
  async prepare(home) {
    await mkdir(join(home, '.gemini'), { recursive: true })
    await mkdir(join(home, 'project'), { recursive: true })
    await writeFile(join(home, 'project/notes.txt'), 'the notes say 4711\n')
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { disableAutoUpdate: true, disableUpdateNag: true },
      telemetry: { enabled: false },
    }
    await writeFile(join(home, '.gemini/settings.json'), JSON.stringify(settings))
  },
  first: (bin, home, url) => command(bin, home, url, ['-p', 'READ the file notes.txt']),
  resume: (bin, home, url, session) => command(bin, home, url, ['--resume', session, '-p', 'please continue']),
  async sessionOf(home) {
    const files = await readdir(join(home, '.gemini/tmp'), { recursive: true })
    const file = files.find((name) => /session-[^/]*\.jsonl$/.test(name))
    if (file === undefined) throw new Error('Gemini CLI stored no chat.')
    const header = (await readFile(join(home, '.gemini/tmp', file), 'utf8')).split('\n')[0]!
    return (JSON.parse(header) as { sessionId: string }).sessionId
  },
  worked: (code, output) => code === 0 && output.includes('"status":"success"') && !output.includes('"type":"error"'),
  damages: [{ name: 'none: results are stored twice', apply: () => {} }],
  superviseDamage: 'none: results are stored twice',
}
