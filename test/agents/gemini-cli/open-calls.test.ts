import { utimesSync } from 'node:fs'
import { expect, test } from 'vitest'
import { geminiCli } from '../../../src/agents/gemini-cli/gemini-cli.ts'
import { planEdits } from '../../../src/doctor/repair/plan-edits.ts'
import { planRepair } from '../../../src/doctor/repair/plan-repair.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { bytesOf } from '../bytes-of.ts'
import { geminiPath, header, response, said, spoken, toolCall } from '../subjects/gemini-subject.ts'
import { storeLines, type Line } from '../subjects/store-lines.ts'

const turns = [0, 1, 2]

/** Three turns with one call each; those of `open` were left as they were begun. */
function chat(open: readonly number[], left: Line): Line[] {
  return [
    header,
    ...turns.flatMap((turn) => {
      const settled = { status: 'success', result: [response(`c${turn}`, `output ${turn}`)] }
      const toolCalls = [toolCall(`c${turn}`, open.includes(turn) ? left : settled)]
      return [
        said(`u${turn}`, `prompt ${turn}`),
        spoken(`m${turn}`, '', { toolCalls }),
        spoken(`n${turn}`, `answer ${turn}`),
      ]
    }),
  ]
}

const leftovers: Readonly<Record<string, Line>> = {
  'with an empty list of results': { status: 'executing', result: [] },
  'without a result': { status: 'executing' },
}

for (const [what, left] of Object.entries(leftovers))
  for (const open of [[0], [1], [2], [0, 2]])
    test(`calls of turns ${open} that were left executing ${what} are found by nobody, or answered behind the next answer`, async () => {
      const path = storeLines(geminiPath(tempFolder()), chat(open, left))
      utimesSync(path, 1, 1)
      const session = await geminiCli.open((await geminiCli.recognise(path))!)
      const { report } = await planRepair(session.ref)
      expect(report.findings.map(({ type }) => type)).toEqual(open.map(() => 'tool_result_missing'))
      const bytes = await bytesOf(session, planEdits(session, { allow: 'synthesised' }).edits)
      expect(bytes).not.toContain('executing')
      storeLines(
        path,
        bytes
          .trim()
          .split('\n')
          .map((line): Line => JSON.parse(line)),
      )
      const { messages } = await geminiCli.open(session.ref)
      expect(messages).toHaveLength(4 * turns.length)
      for (const turn of turns) {
        const [asked, called, answered, closing] = messages.slice(turn * 4)
        expect([asked, closing]).toEqual([
          { role: 'user', parts: [{ text: `prompt ${turn}` }] },
          { role: 'model', parts: [{ text: `answer ${turn}` }] },
        ])
        expect(called).toMatchObject({ role: 'model', parts: [{ functionCall: { id: `c${turn}` } }] })
        expect(answered).toMatchObject({ role: 'user', parts: [{ functionResponse: { id: `c${turn}` } }] })
      }
    })
