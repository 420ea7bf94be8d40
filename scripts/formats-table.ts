/**
 * `npm run docs`: writes docs/formats.md, fault type × format, from what the test kits can damage and what the linter makes of it.
 * With `--check` it writes nothing and fails when the page is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diagnose } from '../src/repair/diagnose.ts'
import { repair } from '../src/repair/repair.ts'
import type { FormatName } from '../src/formats/format-name.ts'
import { reports } from '../src/reports/index.ts'
import { strategies } from '../src/strategies/index.ts'
import {
  anthropicCorruptions,
  converseCorruptions,
  createRandom,
  geminiCorruptions,
  generateAnthropicTranscript,
  generateConverseTranscript,
  generateGeminiTranscript,
  generateLangchainMessages,
  generateModelMessages,
  generateOpenAIChatTranscript,
  generateResponsesTranscript,
  langchainCorruptions,
  modelMessageCorruptions,
  openAIChatCorruptions,
  responsesCorruptions,
} from '../src/testing.ts'

type Body = Readonly<Record<string, unknown>>
type Corruption = { name: string; faultType: string; apply: (transcript: never, random?: never) => unknown }

interface Kit {
  readonly format: FormatName
  readonly generate: (options: { seed: number }) => unknown
  readonly corruptions: readonly Corruption[]
  /** The field of a transcript that holds the list; null when it is the list. */
  readonly list: string | null
}

const kits: readonly Kit[] = [
  {
    format: 'anthropic-messages',
    generate: generateAnthropicTranscript,
    corruptions: anthropicCorruptions,
    list: 'messages',
  },
  {
    format: 'openai-chat',
    generate: generateOpenAIChatTranscript,
    corruptions: openAIChatCorruptions,
    list: 'messages',
  },
  {
    format: 'openai-responses',
    generate: generateResponsesTranscript,
    corruptions: responsesCorruptions,
    list: 'input',
  },
  { format: 'gemini', generate: generateGeminiTranscript, corruptions: geminiCorruptions, list: 'contents' },
  {
    format: 'bedrock-converse',
    generate: generateConverseTranscript,
    corruptions: converseCorruptions,
    list: 'messages',
  },
  { format: 'ai-sdk', generate: generateModelMessages, corruptions: modelMessageCorruptions, list: null },
  { format: 'langchain', generate: generateLangchainMessages, corruptions: langchainCorruptions, list: null },
]

const samples = 25
const page = join(import.meta.dirname, '../docs/formats.md')

/** What becomes of one damage at its best: a dialect may hold a rule that another does not. */
function outcome(kit: Kit, corruption: Corruption): Outcome | null {
  let best: Outcome | null = null
  for (let seed = 1; seed <= samples && best !== 'repaired'; seed += 1) {
    const damaged = corruption.apply(kit.generate({ seed }) as never, createRandom(seed) as never)
    if (damaged === null || damaged === undefined) continue
    const seen = outcomeOf(kit, damaged)
    if (best === null || ranks.indexOf(seen) > ranks.indexOf(best)) best = seen
  }
  return best
}

/** Seen in the transcript and repaired, seen, or told by the provider's error only. */
function outcomeOf(kit: Kit, damaged: unknown): Outcome {
  const body = damaged as Body
  const messages = kit.list === null ? damaged : body[kit.list]
  const model = typeof body['model'] === 'string' ? { model: body['model'] } : {}
  const request = { ...model, ...((kit.list === null ? {} : body['request']) as Body) }
  const dialect = body['vendor']
  const options = { format: kit.format, request, ...(typeof dialect === 'string' && { dialect }) }
  if (diagnose(messages, options).ok) return 'error'
  return repair(messages, { ...options, allow: 'lossy' }).ok ? 'repaired' : 'found'
}

const ranks = ['error', 'found', 'repaired'] as const

type Outcome = (typeof ranks)[number]
const words = { repaired: 'found, repaired', found: 'found', error: 'told by the error' } as const

function cell(kit: Kit, type: string): string {
  const outcomes = kit.corruptions
    .filter(({ faultType }) => faultType === type)
    .map((corruption) => outcome(kit, corruption))
  const best = ranks.findLast((rank) => outcomes.includes(rank))
  return best === undefined ? '–' : words[best]
}

function render(): string {
  const head = `| fault type | ${kits.map(({ format }) => format).join(' | ')} | worded by |`
  const rule = `|---|${kits.map(() => '---|').join('')}---|`
  const rows = strategies.map(({ type }) => {
    const providers = [...new Set(reports[type].wordings.map(({ provider }) => provider))]
      .filter((name) => name !== 'any')
      .sort()
    return `| \`${type}\` | ${kits.map((kit) => cell(kit, type)).join(' | ')} | ${providers.join(', ') || 'any'} |`
  })
  return [
    '# Fault types and formats',
    '',
    'Made by `npm run docs` from the registry of strategies and the test kits: each cell is what the linter makes of the damage that',
    'the kit of that format can do. **found, repaired**: the transcript shows it, and the repair is clean. **told by the error**: only',
    'the provider can see it (a signature, a binding); the repair starts from its words. **–**: it cannot occur in the format, or its',
    'kit has no such damage. *Worded by*: whose wordings are known; each has its source in `src/reports/<type>.ts`.',
    '',
    head,
    rule,
    ...rows,
    '',
  ].join('\n')
}

const text = render()
if (process.argv.includes('--check')) {
  const current = await readFile(page, 'utf8').catch(() => '')
  if (current !== text) {
    console.error('docs/formats.md is out of date: run npm run docs')
    process.exitCode = 1
  }
} else {
  await writeFile(page, text)
  console.log(`Wrote ${page}`)
}
