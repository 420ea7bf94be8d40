import { literals } from './json-bytes.ts'

/** What a reader of JSON expects next; `broken`: nothing that the grammar knows, `behind`: what may stand behind a value. */
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

/** For what is expected: bytes that may come, with what is expected after them. */
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

/** What is expected behind a byte: `broken` where it may not come. */
export const expectedAfter = (now: Expect, byte: number): Expect => table[now * BYTES + byte] as Expect
