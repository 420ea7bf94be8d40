import { describe, expect, test } from 'vitest'
import { testAgent } from '../../src/testing/contracts/test-agent.ts'
import { claudeCodeSubject } from './subjects/claude-code-subject.ts'
import { codexSubject } from './subjects/codex-subject.ts'
import { geminiSubject } from './subjects/gemini-subject.ts'
import { hermesSubject } from './subjects/hermes-subject.ts'
import { opencodeSubject } from './subjects/opencode-subject.ts'
import { plainSubjects } from './subjects/plain-subjects.ts'

const subjects = [claudeCodeSubject, codexSubject, geminiSubject, opencodeSubject, hermesSubject, ...plainSubjects]

describe.each(subjects.map((subject, at) => ({ name: `${at} ${subject.agent.name}`, subject })))(
  '$name',
  ({ subject }) => {
    for (const { title, run } of testAgent(subject)) test(`${title}`, () => expect(run()).resolves.toBeUndefined())
  },
)
