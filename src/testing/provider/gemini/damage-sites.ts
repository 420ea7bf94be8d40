import { type Damage, damage, type PickOne } from '../shared/damage.ts'
import { isRecord, type JsonRecord } from '../shared/records.ts'
import { snakeName } from './judged-contents.ts'
import type { GeminiTranscript, TestContent, TestPart } from './transcript.ts'

/** A part in a private copy of a transcript. */
export type PartSite = { content: TestContent; at: number; part: TestPart; index: number }

/** The key that holds this data in a part, in either spelling. */
export const keyIn = (part: TestPart, field: string): string | undefined =>
  [field, snakeName(field)].find((key) => part[key] !== undefined && part[key] !== null)

export const dataIn = (part: TestPart, field: string): JsonRecord => part[keyIn(part, field) ?? field] as JsonRecord

export const partSites = (
  { contents }: GeminiTranscript,
  matches: (part: TestPart, content: TestContent) => boolean = () => true,
): PartSite[] =>
  contents.flatMap((content, at) => {
    if (!Array.isArray(content.parts)) return []
    return content.parts.flatMap((part, index) =>
      isRecord(part) && matches(part, content) ? [{ content, at, part, index }] : [],
    )
  })

export const holds =
  (...fields: readonly string[]) =>
  (part: TestPart): boolean =>
    fields.some((field) => keyIn(part, field) !== undefined)

/** Removes a part, and its content when nothing is left in it. */
export function removePart({ contents }: GeminiTranscript, { content, part }: PartSite): void {
  content.parts.splice(content.parts.indexOf(part), 1)
  if (content.parts.length === 0) contents.splice(contents.indexOf(content), 1)
}

export const onPart = (
  name: string,
  faultType: string,
  matches: (part: TestPart, content: TestContent) => boolean,
  change: (site: PartSite, copy: GeminiTranscript) => boolean | void,
  traits: { opaque?: true; lossy?: true } = {},
): Damage<GeminiTranscript> =>
  damage<GeminiTranscript>(
    name,
    faultType,
    (copy, pick: PickOne) => {
      const site = pick(partSites(copy, matches))
      return site === undefined ? false : change(site, copy)
    },
    traits,
  )
