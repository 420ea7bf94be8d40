import { describe, expect, test } from 'vitest'
import { Chain, type Placement } from '../../src/journal/chain.ts'
import { FIRST_DIGEST, type Frame, digestAfter, parseRecord, readFrame, writeFrame } from '../../src/journal/frame.ts'
import { folderNameOf, sessionIDOf } from '../../src/journal/session-folder.ts'
import { SNAPSHOT_TYPE } from '../../src/journal/snapshot-record.ts'
import { crc32c } from '../../src/record-log/crc32c.ts'

type Draft = Partial<Omit<Frame, 'crc'>> & { readonly text?: string }

const framed = ({ text = '"x"', ...more }: Draft = {}) =>
  writeFrame({ seq: 1, type: 'note', epoch: 0, token: 0, at: 5, digest: FIRST_DIGEST, ...more }, text)

/** Records one behind the other, from the first. */
function records(count: number): Frame[] {
  const frames: Frame[] = []
  for (let seq = 1; seq <= count; seq += 1) {
    const former = frames.at(-1)
    frames.push(
      framed({ seq, digest: former ? digestAfter(former) : FIRST_DIGEST, epoch: 4, token: 3, text: `"${seq}"` }).frame,
    )
  }
  return frames
}

/** Whether the first 1, 3, 5 records of six are taken, and how this one is placed behind them. */
function placed(taken: readonly number[], frame: (all: readonly Frame[]) => Frame, stopsAtDamage = false): Placement {
  const all = records(6)
  const chain = new Chain({ stopsAtDamage })
  for (const seq of taken) chain.place(all[seq - 1]!)
  return chain.place(frame(all))
}

describe('a record', () => {
  test.each<[string, taken: readonly number[], (all: readonly Frame[]) => Frame, Placement, stopped?: Placement]>([
    ['the first', [], ([first]) => first!, 'next'],
    ['the one that is due', [1, 2], (all) => all[2]!, 'next'],
    ['one too far', [1, 2], (all) => all[3]!, 'gap', 'after_damage'],
    ['not the first', [], (all) => all[1]!, 'gap', 'after_damage'],
    ['the last once more', [1, 2], (all) => all[1]!, 'duplicate'],
    ['the first once more', [1, 2, 3], (all) => all[0]!, 'duplicate'],
    ['another last', [1, 2], () => framed({ seq: 2, token: 3 }).frame, 'out_of_order'],
    ['another first', [1, 2], () => framed({ seq: 1, token: 3 }).frame, 'out_of_order'],
    ['one with another digest', [1, 2], () => framed({ seq: 3, token: 3 }).frame, 'gap', 'after_damage'],
    ['one of an older writer', [1, 2], () => framed({ seq: 3, token: 2 }).frame, 'stale_token'],
    ['a snapshot in the beginning', [], () => framed({ seq: 40, type: SNAPSHOT_TYPE }).frame, 'next'],
    ['a snapshot later', [1], () => framed({ seq: 40, token: 3, type: SNAPSHOT_TYPE }).frame, 'gap', 'after_damage'],
  ])('that is %s is placed elsewhere', (_, taken, frame, placement, stopped = placement) => {
    expect([placed(taken, frame), placed(taken, frame, true)]).toEqual([placement, stopped])
  })

  test('is told from a repeated one for less than 1024 records, or remembered for ever', () => {
    const all = records(1026)
    const chain = new Chain()
    for (const frame of all) chain.place(frame)
    expect([chain.records, chain.seq, chain.gaps]).toEqual([1026, 1026, []])
    expect([chain.place(all[2]!), chain.place(all[1]!)]).toEqual(['duplicate', 'out_of_order'])
  })

  test('behind a damage is taken where recovery stops at it, or left where it goes on', () => {
    const [first, second] = records(2)
    for (const [stopsAtDamage, placement] of [
      [true, 'after_damage'],
      [false, 'next'],
    ] as const) {
      const chain = new Chain({ stopsAtDamage })
      chain.place(first!)
      chain.damage()
      expect(chain.place(second!)).toBe(placement)
    }
    // A hole is a damage, too.
    const chain = new Chain({ stopsAtDamage: true })
    expect([chain.place(second!), chain.place(first!)]).toEqual(['after_damage', 'after_damage'])
  })

  test('that is missing is not told by its neighbours', () => {
    const all = records(6)
    const chain = new Chain()
    for (const seq of [2, 3, 6]) chain.place(all[seq - 1]!)
    expect(chain.gaps).toEqual([
      { after: 0, before: 2 },
      { after: 3, before: 6 },
    ])
    const { at, epoch, records: count, seq, token } = chain
    expect({ at, epoch, count, seq, token }).toEqual({ at: 5, epoch: 4, count: 3, seq: 6, token: 3 })
    expect(new Chain()).toMatchObject({ at: 0, digest: FIRST_DIGEST, epoch: 0, records: 0, seq: 0, token: 0 })
  })
})

describe('a line', () => {
  /** A line with a checksum that is right, whatever it holds. */
  function sealed(body: string): Buffer {
    const crc = crc32c(Buffer.from(body)).toString(16).padStart(8, '0')
    return Buffer.from(`${body},"crc":"${crc}"}`)
  }
  const whole = framed({ seq: 12, epoch: 2, token: 4, at: -7, text: `{"a":[1,"${'x'.repeat(300)}"]}` })
  const line = whole.line.subarray(0, -1)
  const body = line.subarray(0, -18).toString()

  test('does not come back as the record that was written', () => {
    expect(readFrame(line)).toEqual(whole.frame)
    expect(readFrame(sealed(body))).toEqual(whole.frame)
    expect(whole.line.at(-1)).toBe(0x0a)
    // A snapshot holds the digest behind the records that it stands for.
    const snapshot = framed({ type: SNAPSHOT_TYPE, digest: 'x'.repeat(12) }).frame
    expect([digestAfter(snapshot), digestAfter(whole.frame)]).toEqual([
      snapshot.digest,
      expect.not.stringMatching(/^0+$/),
    ])
    expect(parseRecord(line)).toEqual({ ...whole.frame, data: { a: [1, 'x'.repeat(300)] } })
    const around = Buffer.concat([Buffer.from('xx'), line, Buffer.from('yy')])
    expect(readFrame(around, 2, around.length - 2)).toEqual(whole.frame)
    expect(readFrame(framed({ text: '1' }).line.subarray(0, -1))).toMatchObject({ seq: 1 })
  })

  test.each<[string, Buffer]>([
    ['with a byte changed', Buffer.from(line.toString().replace('x', 'y'))],
    ['without its first byte', line.subarray(1)],
    ['without its last byte', line.subarray(0, -1)],
    ['with something before it', sealed(` ${body}`)],
    ['of other fields', sealed(body.replace('"epoch"', '"epoxy"'))],
    ['with a type that is none', sealed(body.replace('note', 'No'))],
    ['with a number that is none', sealed(body.replace('"seq":12', '"seq":-1'))],
    ['without a record', Buffer.from('{}')],
    ['of nothing', Buffer.alloc(0)],
  ])('%s is taken for a record', (_, damaged) => {
    expect(readFrame(damaged)).toBeUndefined()
  })

  test('above the limit is written, or one at the limit refused', () => {
    const draft = { seq: 1, type: 'note', epoch: 0, token: 0, at: 5, digest: FIRST_DIGEST }
    const size = framed().line.length - 19
    expect(writeFrame(draft, '"x"', size).line).toEqual(framed().line)
    expect(() => writeFrame(draft, '"x"', size - 1)).toThrow(expect.objectContaining({ code: 'too_large' }))
  })
})

test.each([
  ['con', '%0063on'],
  ['CON', '%0043ON'],
  ['nul.txt', '%006eul.txt'],
  ['com1', '%0063om1'],
  ['lpt9.', 'lpt9%002e'],
  ['lpt9.x.', '%006cpt9.x%002e'],
  ['falcon', 'falcon'],
  ['console', 'console'],
  ['com1x', 'com1x'],
  ['a.con', 'a.con'],
  ['x'.repeat(240), 'x'.repeat(240)],
])('the session %j lies in another folder than before', (sessionID, name) => {
  expect([folderNameOf(sessionID), sessionIDOf(name)]).toEqual([name, sessionID])
})

test.each(['x'.repeat(241), 'con', '%0041', '%006E', 'a.', '.a', '_a', 'a b', '%%', ''])(
  'the folder %j is taken for that of a session',
  (name) => {
    expect(sessionIDOf(name)).toBeUndefined()
  },
)

test.each(['x'.repeat(241), ' '.repeat(49)])('the session %j has a folder of too long a name', (sessionID) => {
  expect(() => folderNameOf(sessionID)).toThrow(expect.objectContaining({ code: 'invalid_id' }))
  expect(folderNameOf(sessionID.slice(1)).length).toBe(240)
})
