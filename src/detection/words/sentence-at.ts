import { rawPositionOf } from './fold-text.ts'

const MAX_SENTENCE = 600
const LEAD = 40

const escape = '\u001b'

/** Marks that terminals, escapes and boxes leave behind. */
const damage = new RegExp(`[\\\\${escape}\\s\u2500-\u259f]{2}|[\\\\${escape}\\n\\t\u2500-\u259f]`)
const colourCode = new RegExp(`${escape}\\[[\\d;]*[A-Za-z]`, 'g')

/**
 * The readable sentence around a match: escapes, colours and boxes gone, white space collapsed.
 *
 * @param text the unwrapped error; its parts are separated by ` ;\n`
 * @param start position of the match in the folded text
 */
export function sentenceAt(text: string, start: number): string {
  let near = text
  if (text.length > MAX_SENTENCE) {
    const from = Math.max(0, rawPositionOf(text, start) - LEAD)
    near = text.slice(from, from + MAX_SENTENCE)
  } else {
    const partEnd = text.indexOf(' ;\n')
    if (partEnd > start) near = text.slice(0, partEnd)
  }
  return damage.test(near) ? withoutDamage(near) : near
}

function withoutDamage(text: string): string {
  return text
    .replaceAll(colourCode, '')
    .replaceAll(/\\+["'`]/g, '"')
    .replaceAll(/\\+[nrt]/g, ' ')
    .replaceAll(/[\u2500-\u259f]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
