import { expect, test } from 'vitest'
import { createMemoryStore, type RecoveryReport } from '../../src/index.ts'
import { type Answer, faces, type Said } from './faces.ts'

/** No image at all: providers answer that they could not process it. */
const unreadable = Buffer.from('not an image').toString('base64')
const history: Said[] = [{ user: 'Hi' }, { assistant: 'Hello.' }, { image: unreadable }]
const refusal: Answer = { status: 400, message: 'messages.2.content.0.image.source.base64: Could not process image' }
const provider = (sent: string): Answer => (sent.includes(unreadable) ? refusal : { text: 'Fine.' })

const withImages = faces.filter(({ name }) => name === 'anthropic' || name === 'fetch')

test.each(withImages)('$name leaves out an image without consent, before or after the refusal', async ({ open }) => {
  for (const options of [{}, { allow: 'synthesised' }, { allow: 'none', allowAfterRefusal: 'synthesised' }] as const) {
    const sent: string[] = []
    const ask = open({ store: createMemoryStore(), ...options }, (text) => {
      sent.push(text)
      return provider(text)
    })
    await expect(ask(history)).rejects.toThrow('Could not process image')
    for (const text of sent) expect(text).toContain(unreadable)
  }
})

test.each(withImages)('$name does not leave the image out for one who consents', async ({ open }) => {
  for (const options of [{ allowAfterRefusal: 'lossy' }, { allow: 'lossy' }] as const) {
    const reports: RecoveryReport[] = []
    const store = createMemoryStore()
    const ask = open({ store, session: 's', onRepair: (report) => void reports.push(report), ...options }, provider)
    expect(await ask(history)).toBe('Fine.')
    expect(reports.at(-1)).toMatchObject({ outcome: 'recovered', loss: 'lossy' })
    await store.undo('s')
    const stored = (await store.messages.load('s'))!.messages.map(({ raw }) => raw)
    expect(JSON.stringify(stored)).toContain(unreadable)
  }
})
