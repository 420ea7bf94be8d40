import { damage, type Damage } from '../../shared/damage.ts'
import { isRecord, type JsonRecord } from '../../shared/records.ts'
import { converseModel } from '../models.ts'
import type { ConverseTranscript, TestConverseBlock, TestConverseMessage } from '../transcript.ts'

/** One kind of damage to a conversation of Converse. */
export type ConverseCorruption = Damage<ConverseTranscript>

/** A block in a private copy of a transcript. */
export type Site = { message: TestConverseMessage; at: number; block: TestConverseBlock; index: number }

export type Matches = (block: TestConverseBlock, message: TestConverseMessage) => boolean

export const holds =
  (member: string): Matches =>
  (block) =>
    block[member] !== undefined

export const isCall: Matches = holds('toolUse')
export const isResult: Matches = holds('toolResult')
export const isText: Matches = holds('text')

export const inner = (block: TestConverseBlock, member: string): JsonRecord => block[member] as JsonRecord

export const sites = ({ messages }: ConverseTranscript, matches: Matches): Site[] =>
  messages.flatMap((message, at) =>
    message.content.flatMap((block, index) =>
      isRecord(block) && matches(block, message) ? [{ message, at, block, index }] : [],
    ),
  )

export const onBlock = (
  name: string,
  faultType: string,
  matches: Matches,
  change: (site: Site, copy: ConverseTranscript) => boolean | void,
  traits: { opaque?: true; lossy?: true } = {},
): ConverseCorruption =>
  damage<ConverseTranscript>(
    name,
    faultType,
    (copy, pick) => {
      const site = pick(sites(copy, matches))
      return site === undefined ? false : change(site, copy)
    },
    traits,
  )

export const modelOf = ({ request }: ConverseTranscript): ReturnType<typeof converseModel> =>
  converseModel(request.modelId)

/** The same change in the call and its result. */
export function renameId({ messages }: ConverseTranscript, from: unknown, to: unknown): void {
  for (const { content } of messages)
    for (const block of content)
      for (const member of ['toolUse', 'toolResult'])
        if (isRecord(block[member]) && block[member]['toolUseId'] === from) block[member]['toolUseId'] = to
}

export const reasons: Matches = (block) =>
  isRecord(block['reasoningContent']) && 'reasoningText' in block['reasoningContent']
export const isClaude = (copy: ConverseTranscript): boolean => modelOf(copy).family === 'claude'
