import { literals } from './json-bytes.ts'

/** The states of a JSON reader: what may come next. `broken`: syntax error; `behind`: after a value, so the container decides. */
export const expect = {
  broken: 0,
  behind: 1,
  key: 2,
  keyOrClose: 3,
  colon: 4,
  value: 5,
  valueOrClose: 6,
  commaInObject: 7,
  commaInArray: 8,
} as const

export type Expect = (typeof expect)[keyof typeof expect]

const { behind, colon, commaInArray, commaInObject, key, keyOrClose, value, valueOrClose } = expect

const valueRows = [
  ['"', behind],
  ['{', keyOrClose],
  ['[', valueOrClose],
  [literals, behind],
] as const

/** For each state: the bytes that may come, with the state after them. */
const rows: readonly (readonly [now: Expect, bytes: readonly (readonly [characters: string, next: Expect])[]])[] = [
  [key, [['"', colon]]],
  [
    keyOrClose,
    [
      ['"', colon],
      ['}', behind],
    ],
  ],
  [colon, [[':', value]]],
  [value, valueRows],
  [valueOrClose, [...valueRows, [']', behind]]],
  [
    commaInObject,
    [
      [',', key],
      ['}', behind],
    ],
  ],
  [
    commaInArray,
    [
      [',', value],
      [']', behind],
    ],
  ],
]

const BYTES = 256
const table = new Uint8Array(BYTES * (commaInArray + 1))
for (const [now, bytes] of rows)
  for (const [characters, next] of bytes) for (const byte of Buffer.from(characters)) table[now * BYTES + byte] = next

/** The state after a byte: `broken` if the byte is not allowed there. */
export const expectedAfter = (now: Expect, byte: number): Expect => table[now * BYTES + byte] as Expect
