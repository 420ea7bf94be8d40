import { describe, expect, test } from 'vitest'
import { testAgent } from '../../src/testing/contracts/test-agent.ts'
import { agentSubjects } from './subjects/agent-subjects.ts'

/** As `conformance.test.ts`, with a session that is cut at every byte. */
describe.each(agentSubjects.map((subject, at) => ({ name: `${at} ${subject.agent.name}`, subject })))(
  '$name',
  ({ subject }) => {
    for (const { title, run } of testAgent(subject)) test(`${title}`, () => expect(run()).resolves.toBeUndefined())
  },
)
