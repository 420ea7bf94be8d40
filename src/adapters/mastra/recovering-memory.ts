import { checkOptions } from '../../errors/check-options.ts'
import { isRecord } from '../../json/is-record.ts'
import type { AdapterOptions } from '../../recovery/calls/call-options.ts'
import { callRules } from '../../recovery/calls/resolve-call-options.ts'
import { withMethod } from '../shared/with-method.ts'
import { rememberThread } from './known-threads.ts'
import { repairStoredThread, type ThreadStorage } from './stored-thread.ts'

/** Options of {@link recoveringMemory}. */
export type MastraMemoryOptions = Pick<AdapterOptions, 'allow' | 'mode' | 'onRepair'>

/** The part of a `Memory` of `@mastra/memory` that is used here. */
export interface ThreadMemory {
  readonly storage: { getStore(name: 'memory'): Promise<unknown> }
  getInputProcessors(...args: never[]): Promise<unknown[]>
  getMergedThreadConfig(config?: never): unknown
}

interface InputArgs {
  readonly messageList: object
  readonly requestContext?: { get(name: string): unknown } | undefined
}

const rules = { allow: callRules.allow, mode: callRules.mode, onRepair: callRules.onRepair }

/**
 * A memory of Mastra whose threads are repaired in their store before an agent loads them: one that a run has left broken is healthy
 * again for everybody who reads it. Where the agent has {@link sessionRecovery} as its processor, what a provider has refused, or will
 * not take, is repaired in the store, too, as soon as the repaired request was accepted.
 *
 * As many of the newest messages are looked at as the agent loads (`lastMessages`). Calls that wait for an approval, or for their tool
 * to be resumed, are left alone. What the store itself cannot read (a message whose content is null) stays.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const recovery = sessionRecovery()
 * new Agent({ ..., memory: recoveringMemory(new Memory({ storage })), inputProcessors: [recovery], errorProcessors: [recovery] })
 */
export function recoveringMemory<Inner extends ThreadMemory>(memory: Inner, options: MastraMemoryOptions = {}): Inner {
  const checked = checkOptions(options, rules)
  const processor = {
    id: 'session-recovery-memory',
    async processInput<List extends object>({
      messageList,
      requestContext,
    }: InputArgs & { messageList: List }): Promise<List> {
      const { memoryConfig, resourceId, thread } = (requestContext?.get('MastraMemory') ?? {}) as Record<
        string,
        unknown
      >
      const storage = (await memory.storage.getStore('memory')) as ThreadStorage | undefined
      if (!storage || !isRecord(thread) || typeof thread['id'] !== 'string') return messageList
      const place = {
        storage,
        threadId: thread['id'],
        resourceId: typeof resourceId === 'string' ? resourceId : undefined,
        perPage: newestOf(memory.getMergedThreadConfig(memoryConfig as never)),
      }
      await repairStoredThread(place, checked)
      rememberThread(messageList, (lesson) => repairStoredThread(place, checked, lesson))
      return messageList
    },
  }
  const getInputProcessors = async (...args: never[]): Promise<unknown[]> => [
    processor,
    ...(await memory.getInputProcessors(...args)),
  ]
  return withMethod(memory, 'getInputProcessors', getInputProcessors as Inner['getInputProcessors'], 'memory')
}

/** How many messages an agent loads; all where that is not said by their number. */
function newestOf(config: unknown): number | false {
  const newest = isRecord(config) ? config['lastMessages'] : undefined
  return typeof newest === 'number' && newest > 0 ? newest : false
}
