import { expect, test } from 'vitest'
import { agents, discoverSessions, findAgent, recogniseSession } from '../../src/agents/index.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { codexSubject } from './subjects/codex-subject.ts'
import { geminiSubject } from './subjects/gemini-subject.ts'
import { hermesSubject } from './subjects/hermes-subject.ts'
import { opencodeSubject } from './subjects/opencode-subject.ts'
import { plainSubjects } from './subjects/plain-subjects.ts'

test('sessions of an agent are missed, or those of another are found', async () => {
  const home = tempFolder()
  const subjects = [codexSubject, geminiSubject, opencodeSubject, hermesSubject]
  for (const subject of subjects) subject.store(home)
  const environment = { home, env: {} }
  const found = async (options?: Parameters<typeof discoverSessions>[1]): Promise<string[]> => {
    const names: string[] = []
    for await (const ref of discoverSessions(environment, options)) names.push(ref.agent)
    return names
  }
  expect(await found()).toEqual(['codex', 'gemini-cli', 'opencode', 'hermes-webui'])
  expect(await found({ agent: 'codex' })).toEqual(['codex'])
  // The row of the session tells its time, not the file: it was written to in 1970.
  expect(await found({ since: Date.now() - 60_000 })).toEqual(['codex', 'gemini-cli', 'hermes-webui'])
})

test('a path is taken for a session of another agent', async () => {
  for (const subject of [codexSubject, geminiSubject, opencodeSubject, hermesSubject, ...plainSubjects]) {
    const { path, id } = subject.store(tempFolder())
    expect(await recogniseSession(path)).toMatchObject({ agent: subject.agent.name, id })
  }
  expect(await recogniseSession('/nonexistent')).toBeUndefined()
})

test('an agent has two names', () => {
  for (const agent of agents) expect(findAgent(agent.name)).toBe(agent)
})
