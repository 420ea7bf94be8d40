/** What a run has learned of what its thread is sent to. */
export interface Lesson {
  readonly provider: string
  readonly model: string
  /** What it was refused with. */
  readonly error?: unknown
}

/** Repairs what is stored of a run's thread with what the run has learned. */
export type TaughtRepair = (lesson: Lesson) => Promise<void>

/** A memory loads a thread into the list of messages that the processors of the same run are shown. */
const threads = new WeakMap<object, TaughtRepair>()

export function rememberThread(messageList: object, repair: TaughtRepair): void {
  threads.set(messageList, repair)
}

export function knownThread(messageList: object): TaughtRepair | undefined {
  return threads.get(messageList)
}
