import { expect, test } from 'vitest'
import { mergeTranscripts } from '../../../src/agents/hermes-webui/merge-transcripts.ts'

const roles: Readonly<Record<string, string>> = { U: 'user', A: 'assistant', T: 'tool' }

/** `U5` a prompt of that moment, `A5` an answer, `T5` a result; without a number its moment is not known. */
const messagesOf = (line: string): readonly unknown[] =>
  line
    .split(' ')
    .filter(Boolean)
    .map((word) => {
      const [, role = '', time, name = ''] = /^([UAT])(\d*)(\w*)$/.exec(word)!
      return { role: roles[role], content: name || word, ...(time && { timestamp: Number(time) }), word }
    })

test.each<[sidecar: string, db: string, merged: string]>([
  ['U1 A2 U4 A5', 'A3', 'U1 A2 A3 U4 A5'],
  ['U1 A2', 'U3 A4', 'U1 A2 U3 A4'],
  ['U1 A2 U4 A5', 'A3 U6', 'U1 A2 A3 U4 A5 U6'],
  ['U3 A4', 'U1 A2 U5', 'U3 A4 U5'],
  ['U1 A2', 'A', 'U1 A2 A'],
  ['U A', 'U1 A2', 'U A U1 A2'],
  ['U A2 U4', 'A3 A1', 'U A2 A3 U4'],
  ['U1 A2 T4 U5', 'A3', 'U1 A2 T4 A3 U5'],
  ['U1 A2 T4 T4b U5', 'A3', 'U1 A2 T4 T4b A3 U5'],
  ['A2', 'U2', 'U2 A2'],
  ['U1 A2 U2', 'U2lost', 'U1 A2 U2lost U2'],
])('%s and %s merge otherwise than to %s', (sidecar, db, merged) => {
  const read = mergeTranscripts(messagesOf(sidecar), messagesOf(db)) as readonly { word: string }[]
  expect(read.map(({ word }) => word).join(' ')).toBe(merged)
})
