import { countOf } from '../words/count-of.ts'

/**
 * Undoes what a URL, a page, a terminal or a log has done to a text: percent encoding and plus signs, HTML entities and tags
 * within sentences, colours whose escape is written out, prefixes of log lines. Nearly every error has none of these.
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

/** Encoded twice: a URL inside a URL, a page inside a page. */
const MAX_ROUNDS = 2

/** Encoded blanks, quotes, colons, brackets and letters beyond ASCII, of which some occur in every encoded sentence. */
const percent = /%(?:25)?(?:0[ad]|2[027cf]|3a|5b|60|7b|[c-f][\da-f]%)/i
const percentRun = /(?:%[\da-f]{2})+/gi
const plusForBlank = /\+[^\s+]{1,40}\+/

const utf8 = new TextDecoder()

/** Bytes that are no UTF-8 become U+FFFD: `decodeURIComponent` would throw at each, which costs milliseconds in long texts. */
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

/** Tags within sentences. Tags around one (`<title>`) stay, since they tell what it is. */
const tags = /<\/?(?:code|br|wbr|span)\b[^<>\n]{0,200}>|<!\[CDATA\[|\]\]>/gi
const colours = /(?:\^\[|\\0?33|\\e|[\u241b\ufffd])\[[\d;]{0,20}m/g
const bracedCode = /\\u\{([\da-f]{1,6})\}/gi

const fromHex = (whole: string, hex: string): string => fromCode(Number.parseInt(hex, 16), whole)

/** Effect prints an error as a tree: its lines are the path to the last one, except those that name a type. */
const treeLine = /\n? *(?:[└├]─ )?[^\n[]{1,200}\n *(?=[└├]─ \[)/g

/** Escaped backticks within code: three are a fence, a single one is a quotation mark. */
const escapedFence = /\\`\\`\\`/g

/** A field as PHP dumps it; a frame of Ruby, which quotes with a backtick and an apostrophe. */
const phpField = /\["?(\w{1,40})"?\] ?=>\s{0,40}(?:string\(\d{1,7}\) )?/g
const rubyFrame = /\bin `([\w <>#.?!:]{1,80})'/g

/** A one-word field of a log behind a quoted one: in `error="…" text="(empty)"` no text is called empty. HTML loses attributes, too. */
const fieldOfWord = /(?<=\S)" [a-z]\w{0,20}="\(?[a-z]{1,20}\)?"(?=\s|$)/gi

/** The edge of a box in ASCII; its length must not count as words before the error. */
const rule = /^[+=-]{8,200}$/gm

/** The time that a log repeats before each line of one entry, where a line continues a sentence or a body. */
const timeBeforeLine =
  /\n(?:[\w.-]{1,40} {0,4}\| ?)?(?:\[?\d{4}-\d\d-\d\d[T ]|[A-Z][a-z]{2} {1,2}\d{1,2} )\d\d:\d\d:\d\d[\w.,:+-]{0,16}\]?(?: [\w.-]{1,40} ?[\w.-]{0,20}\[[\w.]{1,10}\]:)?(?: {2,}| (?=[^A-Z\d\s[{(<|-]))/g

/** A missing comma in a posted body: without it the next label would be read as the end of the sentence before it. */
const lostComma = /(?<=["\d}\]]|null|true|false) {0,8}\n\s{0,20}(?="\w{1,40}" ?:)/g

/** How the prefix of a log line ends: with a time, a level or a mark. A number with a bar belongs to shown source code. */
const prefixEnd =
  /^(?!\s*(?:\d+ )?\|)(?=.*\w).*(?:[|!]|\]:?|\d:\d\d:\d\d\S{0,16}| [FP]|\b(?:error|warn(?:ing)?|info|debug|fatal)\b:?)(?:\s|$)/i
const MAX_PREFIX = 100

/** Removes the prefix that a line shares with the line above it, digits aside. */
function withoutLinePrefix(text: string): string {
  let above = ''
  const lines = text.split('\n').flatMap((line) => {
    const shape = line.slice(0, MAX_PREFIX).replaceAll(/\d/g, '0')
    let length = 0
    while (length < shape.length && shape[length] === above[length]) length++
    above = shape
    const rest = length === 0 ? line : line.slice(prefixEnd.exec(shape.slice(0, length))?.[0].length ?? 0)
    // A repeated line is removed, since an empty one would separate the paragraphs around it.
    return rest === '' && line.length < MAX_PREFIX && /[\])]$/.test(line) ? [] : rest
  })
  return lines.join('\n')
}
