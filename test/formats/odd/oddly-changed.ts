import type { Random } from '../../../src/testing.ts'
import { copyData } from '../../../src/testing/provider/shared/copy-data.ts'

type Fields = Record<string, unknown>
interface Place {
  readonly holder: Fields
  readonly key: string
}

const odd = [
  'x',
  'call:1',
  'a.b',
  'with space',
  'ünïcode',
  '日本',
  '0',
  'null',
  '{}',
  '"quoted"',
  ' a ',
  'x'.repeat(65),
  'x'.repeat(190),
]
const ids = new Set(['id', 'tool_call_id', 'call_id', 'toolUseId', 'tool_use_id', 'toolCallId'])
const names = new Set(['name', 'toolName'])
const texts = new Set(['text', 'content', 'output'])

function placesIn(value: unknown): Place[] {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return []
  const holder = value as Fields
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(holder[key])])
}

/** Replaces one of the strings under such keys wherever it stands. */
function renamed(
  messages: unknown[],
  keys: ReadonlySet<string>,
  fresh: (all: readonly string[]) => string,
  random: Random,
): void {
  const own = placesIn(messages).filter(({ holder, key }) => keys.has(key) && typeof holder[key] === 'string')
  if (own.length === 0) return
  const values = own.map(({ holder, key }) => holder[key] as string)
  const old = random.pick(values)
  const value = fresh(values)
  for (const { holder, key } of own) if (holder[key] === old) holder[key] = value
}

/** A list that holds something: that of the messages, or one inside them. */
function someList(messages: unknown[], least: number, random: Random): unknown[] | null {
  const lists = placesIn(messages).map(({ holder, key }) => holder[key])
  const long = [messages, ...lists].filter((list): list is unknown[] => Array.isArray(list) && list.length >= least)
  return long.length === 0 ? null : random.pick(long)
}

/** The list of parts of a message, by its field. */
function partsOf(message: unknown): readonly [field: string, parts: unknown[]] | null {
  if (typeof message !== 'object' || message === null) return null
  const field = ['content', 'parts'].find((name) => Array.isArray((message as Fields)[name]))
  return field === undefined ? null : [field, (message as Fields)[field] as unknown[]]
}

const changes: readonly ((messages: unknown[], random: Random) => void)[] = [
  (messages, random) => renamed(messages, ids, () => random.pick(odd), random),
  (messages, random) => renamed(messages, ids, (all) => random.pick(all), random),
  (messages, random) => renamed(messages, names, () => random.pick(odd), random),
  (messages, random) => renamed(messages, texts, () => random.pick(['', ' ', ...odd]), random),
  function swap(messages, random) {
    const list = someList(messages, 2, random)
    if (list === null) return
    const at = random.below(list.length - 1)
    list.splice(at, 2, list[at + 1], list[at])
  },
  function repeat(messages, random) {
    const list = someList(messages, 1, random)
    if (list === null) return
    const at = random.below(list.length)
    list.splice(at, 0, copyData(list[at]))
  },
  function drop(messages, random) {
    const list = someList(messages, 1, random)
    list?.splice(random.below(list.length), 1)
  },
  function split(messages, random) {
    if (messages.length === 0) return
    const at = random.below(messages.length)
    const held = partsOf(messages[at])
    if (held === null || held[1].length < 2) return
    const [field, parts] = held
    const cut = 1 + random.below(parts.length - 1)
    const message = messages[at] as Fields
    messages.splice(at, 1, { ...message, [field]: parts.slice(0, cut) }, { ...message, [field]: parts.slice(cut) })
  },
  function merge(messages, random) {
    if (messages.length < 2) return
    const at = random.below(messages.length - 1)
    const [before, after] = [partsOf(messages[at]), partsOf(messages[at + 1])]
    const [message, next] = [messages[at] as Fields, messages[at + 1] as Fields]
    if (before === null || after === null || message['role'] !== next['role']) return
    messages.splice(at, 2, { ...message, [before[0]]: [...before[1], ...after[1]] })
  },
]

/** A copy with one to three changes that a provider may well not mind: odd ids, names and texts, another order, parts apart. */
export function oddlyChanged(messages: readonly unknown[], random: Random): unknown[] {
  const copy = copyData(messages) as unknown[]
  for (let count = 1 + random.below(3); count > 0; count -= 1) random.pick(changes)(copy, random)
  return copy
}
