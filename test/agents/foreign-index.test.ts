import { describe, expect, test } from 'vitest'
import type { AgentSession } from '../../src/agents/agent.ts'
import { geminiCli } from '../../src/agents/gemini-cli/gemini-cli.ts'
import { opencode } from '../../src/agents/opencode/opencode.ts'
import { planEdits, type PlannedEdits } from '../../src/doctor/repair/plan-edits.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { assistant, store as storeClaude, text, user } from './claude-code/transcript.ts'
import { item, message, numbered, openLines } from './codex/rollout.ts'
import { geminiPath, header, said, spoken } from './subjects/gemini-subject.ts'
import { assistantData, change, opencodeId, opencodeRows, storeOpencode } from './subjects/opencode-subject.ts'
import { storeLines } from './subjects/store-lines.ts'

/** One pixel, which the linter can read: that a provider cannot is known from its error alone. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
const url = `data:image/png;base64,${pixel}`
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } }
const turnsOf = (images: number): number[] => Array.from({ length: images }, (_, turn) => turn)

/** Prompts with an image, each answered: its image of turn `n` stands at `2n` of the list. */
const programs = {
  async 'Claude Code'(images: number): Promise<AgentSession> {
    const lines = turnsOf(images).flatMap((turn) => [
      user(`u${turn}`, turn === 0 ? null : `a${turn - 1}`, [image, text(`prompt ${turn}`)]),
      assistant(`a${turn}`, `u${turn}`, `msg_${turn}`, text(`answer ${turn}`), 0),
    ])
    return (await storeClaude(lines)).session
  },
  async Codex(images: number): Promise<AgentSession> {
    const lines = turnsOf(images).flatMap((turn) => [
      item({ type: 'message', role: 'user', content: [{ type: 'input_image', image_url: url }] }),
      message('assistant', `answer ${turn}`, { id: `msg_${turn}` }),
    ])
    return openLines(numbered(lines))
  },
  async 'Gemini CLI'(images: number): Promise<AgentSession> {
    const inlineData = { mimeType: 'image/png', data: pixel }
    const lines = turnsOf(images).flatMap((turn) => [
      said(`u${turn}`, [{ inlineData }, { text: `prompt ${turn}` }]),
      spoken(`m${turn}`, `answer ${turn}`),
    ])
    const path = geminiPath(tempFolder())
    storeLines(path, [header, ...lines])
    return geminiCli.open((await geminiCli.recognise(path))!)
  },
  'opencode with Claude': (images: number) => opencodeSession(images, 'anthropic', 'claude-sonnet-4-5'),
  'opencode with Claude of Bedrock': (images: number) =>
    opencodeSession(images, 'amazon-bedrock', 'us.anthropic.claude-sonnet-4-5-v1:0'),
  'opencode with OpenAI': (images: number) => opencodeSession(images, 'openai', 'gpt-5.5'),
  'opencode with Groq': (images: number) => opencodeSession(images, 'groq', 'llama-4'),
} as const

async function opencodeSession(images: number, providerID: string, modelID: string): Promise<AgentSession> {
  const path = storeOpencode(tempFolder())
  change(path, (database) => {
    database.exec('DELETE FROM part; DELETE FROM message')
    const row = database.prepare('INSERT INTO message VALUES (?, ?, 1, 2, ?)')
    const part = database.prepare('INSERT INTO part VALUES (?, ?, ?, 1, 2, ?)')
    const [, prompt] = opencodeRows.message['msg_1']!
    for (const turn of turnsOf(images)) {
      const add = (id: string, data: unknown, value: unknown): void => {
        row.run(`msg_${id}`, opencodeId, JSON.stringify(data))
        part.run(`prt_${id}`, `msg_${id}`, opencodeId, JSON.stringify(value))
      }
      add(`${turn}a`, { ...prompt, model: { providerID, modelID } }, { type: 'file', mime: 'image/png', url })
      add(`${turn}b`, assistantData({ providerID, modelID }), { type: 'text', text: 'answer', time: { start: 1 } })
    }
  })
  return opencode.open((await opencode.recognise(path))!)
}

const complaint = 'The image data you provided does not represent a valid image.'
const paths = {
  Anthropic: (index: number) => `messages.${index}.content.0.image.source.base64: ${complaint}`,
  Responses: (index: number) =>
    JSON.stringify({ error: { message: complaint, param: `input[${index}].content[0]`, code: 'invalid_value' } }),
  Chat: (index: number) => `messages[${index}].content[0]: ${complaint}`,
  Gemini: (index: number) => `contents[${index}].parts[0]: ${complaint}`,
} as const

/** Which format counts the list that is sent; the indices of all others are foreign. */
const own: Readonly<Record<keyof typeof programs, keyof typeof paths | undefined>> = {
  'Claude Code': 'Anthropic',
  Codex: 'Responses',
  'Gemini CLI': 'Gemini',
  'opencode with Claude': 'Anthropic',
  'opencode with Claude of Bedrock': 'Anthropic',
  'opencode with OpenAI': undefined,
  'opencode with Groq': undefined,
}

const plan = (session: AgentSession, error: string): PlannedEdits => planEdits(session, { allow: 'lossy', error })
const indicesOf = ({ edits }: PlannedEdits): number[] => edits.map(({ index }) => index)

describe.each(Object.keys(programs) as (keyof typeof programs)[])('%s', (name) => {
  const forms = Object.keys(paths) as (keyof typeof paths)[]

  test.each(forms.filter((form) => form !== own[name]))(
    'an index of %s costs the image that stands there in another list',
    async (form) => {
      const session = await programs[name](3)
      for (const index of [0, 2, 4]) {
        const planned = plan(session, paths[form](index))
        expect([indicesOf(planned), planned.unplaced]).toEqual([[], 3])
      }
    },
  )

  test.each(forms)('the only image that an error of %s can mean stays', async (form) => {
    expect(indicesOf(plan(await programs[name](1), paths[form](own[name] === form ? 0 : 4)))).toEqual([0])
  })

  test.runIf(own[name])('an index of its own provider costs another image', async () => {
    const session = await programs[name](3)
    for (const index of [0, 2, 4]) {
      const planned = plan(session, paths[own[name]!](index))
      expect([indicesOf(planned), planned.unplaced]).toEqual([[index], 0])
    }
  })
})
