import { describe, expect, test } from 'vitest'
import { testAgent } from '../../src/testing/contracts/test-agent.ts'
import { agentSubjects, withFewerCuts } from './subjects/agent-subjects.ts'

describe.each(agentSubjects.map((subject, at) => ({ name: `${at} ${subject.agent.name}`, subject })))(
  '$name',
  ({ subject }) => {
    for (const { title, run } of testAgent(withFewerCuts(subject, 24)))
      test(`${title}`, () => expect(run()).resolves.toBeUndefined())
  },
)
