import { onTestFinished, vi } from 'vitest'
import type { Emulator } from '../../../src/testing.ts'
import type { RealClient } from './real-client.ts'

/** The provider behind a client as a server, until the test ends. */
export async function serve({ emulator: behind, kit }: RealClient): Promise<{ emulator: Emulator; url: string }> {
  // The client of Anthropic tells of models that are to be retired.
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const emulator = (behind ?? kit.emulator)!()
  const server = await emulator.listen()
  onTestFinished(async () => {
    warned.mockRestore()
    await server.close()
  })
  return { emulator, url: server.url }
}
