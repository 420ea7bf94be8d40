import { describe, expect, test } from 'vitest'
import { resolveJournalOptions } from '../../src/storage/journal/journal-options.ts'

describe('options of a journal', () => {
  const least = {
    segmentBytes: 1,
    generations: 0,
    maxBytes: 1,
    idleMs: 1,
    maxOpenSessions: 1,
  }
  const wordsOf = (options: object): unknown => {
    try {
      return resolveJournalOptions(options)
    } catch (error) {
      return String(error)
    }
  }

  test('have other defaults, or are not what was given', () => {
    const most = Number.MAX_SAFE_INTEGER
    const { fs, now, ...rest } = resolveJournalOptions({})
    expect(now).toBe(Date.now)
    expect(fs).toBeDefined()
    expect(rest).toEqual({
      durability: 'commit',
      segmentBytes: 67_108_864,
      generations: 3,
      retainBytes: most,
      retainMs: most,
      maxBytes: most,
      idleMs: 10_000,
      maxOpenSessions: 128,
      maxFrameBytes: expect.any(Number),
    })
    for (const durability of ['commit', 'interval', 'none'] as const)
      expect(resolveJournalOptions({ durability })).toMatchObject({ durability })
    expect(resolveJournalOptions({ ...least, retention: { bytes: 1, ageMs: 0 } })).toMatchObject({
      ...least,
      retainBytes: 1,
      retainMs: 0,
    })
  })

  test('below the least, or of another kind, are taken', () => {
    for (const [name, value] of Object.entries(least))
      for (const wrong of [value - 1, 1.5, Number.NaN, '9'])
        expect(wordsOf({ [name]: wrong })).toContain(`\`${name}\` must be a whole number from ${value}.`)
    expect(wordsOf({ retention: { bytes: 0 } })).toContain('`retention.bytes` must be a whole number from 1.')
    expect(wordsOf({ retention: { ageMs: -1 } })).toContain('`retention.ageMs` must be a whole number from 0.')
    expect(wordsOf({ durability: '' })).toContain('commit, interval or none')
  })
})
