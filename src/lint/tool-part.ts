import type { ForeignTool } from '../transcript/foreign-tool.ts'
import type { Block, Message } from '../transcript/transcript.ts'

/** A call or a result in another API's form, and what becomes of it. */
export interface ToolPart {
  readonly tool: ForeignTool
  readonly message: Message
  readonly speaker: Speaker
  /** The block that it is in the view; undefined where it stands in a field of another format. */
  readonly block: Block | undefined
  /** The id under which it can be written: two halves without one get the same. */
  id: string | undefined
  /** The provider refuses it, or its other half cannot be read without it. */
  isAtFault: boolean
  /** What it answers: a call of the format itself, or one that is translated beside it. */
  call?: Block | ToolPart | undefined
  /** What answers it. */
  result?: ToolPart | undefined
}

/** Whose message it is, as far as it is known. */
export type Speaker = 'user' | 'assistant' | 'system'

/** Whether a call of the model may stand as one: what a user's message holds is no call, and of a provider's own tool nobody else takes it. */
export function isCall({ speaker, tool }: ToolPart): boolean {
  return tool.kind === 'call' && speaker === 'assistant' && !tool.isServers
}
