import { readFileSync } from 'node:fs'
import type { AgentUnderTest, Damage } from '../../../src/testing/contracts/agent-cases/agent-under-test.ts'
import { spread } from '../../seeds.ts'
import { claudeCodeSubject } from './claude-code-subject.ts'
import { codexSubject } from './codex-subject.ts'
import { geminiSubject } from './gemini-subject.ts'
import { hermesSubject } from './hermes-subject.ts'
import { opencodeSubject } from './opencode-subject.ts'
import { plainSubjects } from './plain-subjects.ts'

/** Every program whose sessions are read, and the files that no program owns. */
export const agentSubjects: readonly AgentUnderTest[] = [
  claudeCodeSubject,
  codexSubject,
  geminiSubject,
  opencodeSubject,
  hermesSubject,
  ...plainSubjects,
]

const TORN = /torn at (?:byte )?(\d+)$/

/** The cuts beside the end of a line, where one byte decides what is lost. */
function besideLines(path: string): ReadonlySet<string> {
  const bytes = readFileSync(path)
  const ends = [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 ? [at] : []))
  return new Set(ends.flatMap((end) => [-1, 0, 1].map((shift) => `torn at byte ${end + shift}`)))
}

/** The same subject with `count` of the cuts of its session, those beside the end of a line, and all other damage. */
export function withFewerCuts(subject: AgentUnderTest, count: number): AgentUnderTest {
  return {
    ...subject,
    damages(path) {
      const all = subject.damages(path)
      const cuts = all.filter(({ what }) => TORN.test(what))
      const chosen = new Set<Damage>(spread(count, cuts.length).map((at) => cuts[at]!))
      const beside = besideLines(path)
      return all.filter((damage) => !TORN.test(damage.what) || chosen.has(damage) || beside.has(damage.what))
    },
  }
}
