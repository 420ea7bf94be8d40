import { countOf } from './count-of.ts'

/**
 * What a URL, a page, a terminal or a log has made of a text, undone: percent signs and plus signs, entities and the tags of
 * code, colours whose escape is written out, what a log writes before each line. Nearly every error has none of it.
 *
 * @example
 * undoEncoding('messages.1%3A+%60tool_use%60+ids') // 'messages.1: `tool_use` ids'
 */
export function undoEncoding(text: string): string {
  let plain = text
  for (let round = 0; round < MAX_ROUNDS && percent.test(plain); round++)
    plain = plain.replaceAll('+', ' ').replaceAll(percentRun, fromPercent)
  if (plusForBlank.test(plain) && countOf(plain, '+') > countOf(plain, ' ')) plain = plain.replaceAll('+', ' ')
  for (let round = 0; round < MAX_ROUNDS && entity.test(plain); round++) plain = plain.replaceAll(entities, fromEntity)
  plain = plain.replaceAll(tags, '').replaceAll(colours, '').replaceAll(bracedCode, fromHex)
  if (plain.includes('└─ [')) plain = plain.replaceAll(treeLine, '')
  if (plain.includes('\\`')) plain = plain.replaceAll(escapedFence, '```').replaceAll('\\`', "'")
  if (plain.includes('="')) plain = plain.replaceAll(fieldOfWord, '"')
  plain = plain.replaceAll(phpField, ', $1: ').replaceAll(rubyFrame, "in '$1'")
  return plain.includes('\n')
    ? withoutLinePrefix(plain.replaceAll(rule, '+-+')).replaceAll(timeBeforeLine, '\n').replaceAll(lostComma, ',\n')
    : plain
}

/** A URL inside a URL, a page inside a page. */
const MAX_ROUNDS = 2

/** Blanks, quotes, colons, brackets, letters beyond ASCII: words that are encoded have them. */
const percent = /%(?:25)?(?:0[ad]|2[027cf]|3a|5b|60|7b|[c-f][\da-f]%)/i
const percentRun = /(?:%[\da-f]{2})+/gi
const plusForBlank = /\+[^\s+]{1,40}\+/

const utf8 = new TextDecoder()

/** What is no letter becomes the mark of one that is broken: to throw at each costs as much as thousands of letters. */
const fromPercent = (run: string): string =>
  utf8.decode(Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16)))

const names: Readonly<Record<string, string>> = { amp: '&', apos: "'", gt: '>', lt: '<', nbsp: ' ', quot: '"' }
const entitySource = '&(?:(amp|apos|gt|lt|nbsp|quot)|#x([\\da-f]{1,6})|#(\\d{1,6}));'
const entity = new RegExp(entitySource, 'i')
const entities = new RegExp(entitySource, 'gi')

const fromEntity = (whole: string, name?: string, hex?: string, decimal?: string): string =>
  name === undefined
    ? fromCode(Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16), whole)
    : (names[name.toLowerCase()] ?? whole)

const fromCode = (code: number, whole: string): string => (code <= 0x10ffff ? String.fromCodePoint(code) : whole)

/** Tags inside sentences; those around one say what it is. */
const tags = /<\/?(?:code|br|wbr|span)\b[^<>\n]{0,200}>|<!\[CDATA\[|\]\]>/gi
const colours = /(?:\^\[|\\0?33|\\e|[\u241b\ufffd])\[[\d;]{0,20}m/g
const bracedCode = /\\u\{([\da-f]{1,6})\}/gi

const fromHex = (whole: string, hex: string): string => fromCode(Number.parseInt(hex, 16), whole)

/** A tree of Effect is the path to its last line, but for the lines between that name a type. */
const treeLine = /\n? *(?:[└├]─ )?[^\n[]{1,200}\n *(?=[└├]─ \[)/g

/** Code inside of code: what a backslash keeps from closing the outer one is a quotation there, and three open a fence. */
const escapedFence = /\\`\\`\\`/g

/** A field as PHP dumps it; a frame of Ruby, which opens with a backtick what it closes with an apostrophe. */
const phpField = /\["?(\w{1,40})"?\] ?=>\s{0,40}(?:string\(\d{1,7}\) )?/g
const rubyFrame = /\bin `([\w <>#.?!:]{1,80})'/g

/** A field of a log behind a quoted one, whose value is one word: `error="…" text="(empty)"` is nothing that is said of a text. */
const fieldOfWord = /(?<=\S)" [a-z]\w{0,20}="\(?[a-z]{1,20}\)?"(?=\s|$)/gi

/** The edge of a box that is drawn with letters: however long, it is nothing that is said before the error. */
const rule = /^[+=-]{8,200}$/gm

/** What a log writes before each line of one entry, where the line goes on inside a sentence or a body. */
const timeBeforeLine =
  /\n(?:[\w.-]{1,40} {0,4}\| ?)?(?:\[?\d{4}-\d\d-\d\d[T ]|[A-Z][a-z]{2} {1,2}\d{1,2} )\d\d:\d\d:\d\d[\w.,:+-]{0,16}\]?(?: [\w.-]{1,40} ?[\w.-]{0,20}\[[\w.]{1,10}\]:)?(?: {2,}| (?=[^A-Z\d\s[{(<|-]))/g

/** A body that was posted without its commas: the next label would be read as the end of the sentence before it. */
const lostComma = /(?<=["\d}\]]|null|true|false) {0,8}\n\s{0,20}(?="\w{1,40}" ?:)/g

/** What ends the part of a line that a log has written: a time, a level, a mark; a number with a bar is a source's. */
const prefixEnd =
  /^(?!\s*(?:\d+ )?\|)(?=.*\w).*(?:[|!]|\]:?|\d:\d\d:\d\d\S{0,16}| [FP]|\b(?:error|warn(?:ing)?|info|debug|fatal)\b:?)(?:\s|$)/i
const MAX_PREFIX = 100

/** What a line begins with as the line before it did, but for the numbers, is not said with each of them. */
function withoutLinePrefix(text: string): string {
  let above = ''
  const lines = text.split('\n').flatMap((line) => {
    const shape = line.slice(0, MAX_PREFIX).replaceAll(/\d/g, '0')
    let length = 0
    while (length < shape.length && shape[length] === above[length]) length++
    above = shape
    const rest = length === 0 ? line : line.slice(prefixEnd.exec(shape.slice(0, length))?.[0].length ?? 0)
    // A line that says the same again is no empty one, which would part what stands around it.
    return rest === '' && line.length < MAX_PREFIX && /[\])]$/.test(line) ? [] : rest
  })
  return lines.join('\n')
}
