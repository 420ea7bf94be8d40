import { expect, test } from 'vitest'
import { opencode } from '../../../src/agents/opencode/opencode.ts'
import { planEdits } from '../../../src/doctor/repair/plan-edits.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import {
  assistantData,
  change,
  completed,
  opencodeId,
  opencodeRows,
  storeOpencode,
  toolPart,
} from '../subjects/opencode-subject.ts'
import type { Line } from '../subjects/store-lines.ts'

const reasoning = (text: string): Line => ({
  type: 'reasoning',
  text,
  time: { start: 1, end: 2 },
  metadata: { anthropic: { signature: `Es${text.replaceAll(' ', '')}` } },
})

/**
 * Three turns, each of two prompts and two steps with parallel calls: neighbours of one role that the program stores apart, and
 * its SDK joins before it sends them.
 */
function store(): string {
  const home = tempFolder()
  const path = storeOpencode(home)
  change(path, (database) => {
    database.exec('DELETE FROM part; DELETE FROM message')
    const message = database.prepare('INSERT INTO message VALUES (?, ?, 1, 2, ?)')
    const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)')
    const [, prompt] = opencodeRows.message['msg_1']!
    for (const turn of [0, 1, 2]) {
      const add = (id: string, data: Line, parts: readonly Line[]): void => {
        message.run(`msg_${turn}${id}`, opencodeId, JSON.stringify(data))
        for (const [at, each] of parts.entries())
          part.run(`prt_${turn}${id}${at}`, `msg_${turn}${id}`, opencodeId, JSON.stringify(each))
      }
      add('a', prompt, [{ type: 'text', text: `prompt ${turn}` }])
      add('b', prompt, [{ type: 'text', text: 'and more' }])
      add('c', assistantData({ finish: 'tool-calls' }), [
        { type: 'step-start' },
        reasoning(`thought ${turn}`),
        toolPart(completed, `toolu_${turn}a`),
        toolPart(completed, `toolu_${turn}b`),
      ])
      add('d', assistantData(), [{ type: 'step-start' }, { type: 'text', text: `answer ${turn}` }])
    }
  })
  return path
}

for (const turn of [0, 1, 2])
  test(`an error that names the thinking of turn ${turn} by its index in the request costs the thinking of others`, async () => {
    const session = await opencode.open((await opencode.recognise(store()))!)
    const error = `messages.${turn * 4 + 1}.content.0: Invalid \`signature\` in \`thinking\` block`
    const { edits, messages } = planEdits(session, { allow: 'synthesised', error })
    expect(edits).toHaveLength(1)
    const left = [...JSON.stringify(messages).matchAll(/"thinking":"thought (\d)"/g)].map(([, each]) => Number(each))
    expect(left).toEqual([0, 1, 2].filter((each) => each !== turn))
  })
