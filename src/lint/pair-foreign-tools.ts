import type { Block } from '../transcript/transcript.ts'
import { NumberedNames } from '../transcript/numbered-names.ts'
import type { LintContext } from './lint-context.ts'
import { isCall, type ToolPart } from './tool-part.ts'

type Call = Block | ToolPart

/** Finds the other half of each result: by its id, and where it has none by its name, in order. Both get one id. */
export function pairForeignTools(tools: readonly ToolPart[], context: LintContext): void {
  linkResults(tools, context)
  giveIds(tools, context)
}

function linkResults(tools: readonly ToolPart[], { pairing, rules, transcript }: LintContext): void {
  const open = new Open()
  const byMessage = Map.groupBy(tools, ({ message }) => message)
  for (const message of transcript.messages) {
    for (const block of message.blocks)
      // One without an id that has its result waits for no other.
      if (block.kind === 'tool_call' && (block.callId || !pairing.resultOf.has(block)))
        open.add(block, block.callId, block.name)
    for (const part of byMessage.get(message) ?? []) {
      if (isCall(part)) open.add(part, part.id, part.tool.name)
      else if (part.tool.kind === 'result' && !part.tool.isServers) {
        const call = open.take(part.id, part.tool.name)
        if (call === undefined) continue
        if (isTranslated(call)) call.result = part
        // One block holds one result.
        else if (rules.results === 'same-block' && pairing.resultOf.has(call)) continue
        part.call = call
      }
    }
  }
}

function giveIds(tools: readonly ToolPart[], { callIds, rules, transcript }: LintContext): void {
  const blocks = transcript.messages.flatMap((message) => message.blocks)
  const answered = new Set(blocks.flatMap(({ callId, kind }) => (kind === 'tool_result' && callId ? [callId] : [])))
  const ids = new NumberedNames([...callIds, ...tools.flatMap(({ id }) => id ?? [])])
  for (const part of tools) {
    // A result in the format's own form waits for the call.
    if (isCall(part) && part.id !== undefined && answered.has(part.id)) part.isAtFault = true
    const { call } = part
    if (call === undefined) continue
    if (isTranslated(call)) part.id = call.id ??= rules.callIdsOptional ? undefined : freshId(call, ids)
    else {
      part.isAtFault = true
      part.id = call.callId
    }
  }
}

/** Whether a call stands in another API's form, too. */
function isTranslated(call: Call): call is ToolPart {
  return 'tool' in call
}

/** By name and occurrence (I2). */
function freshId({ tool }: ToolPart, ids: NumberedNames): string {
  const stem = `call_${tool.name ?? ''}_`
  return ids.take(stem, (count) => `${stem}${count}`)
}

/** Calls that something may answer. */
class Open {
  readonly #byId = new Map<string, Call>()
  readonly #byName = new Map<string, Call[]>()

  add(call: Call, id: string | undefined, name = ''): void {
    const named = this.#byName.get(name)
    if (id) this.#byId.set(id, call)
    else if (named === undefined) this.#byName.set(name, [call])
    else named.push(call)
  }

  take(id: string | undefined, name = ''): Call | undefined {
    return id === undefined ? this.#byName.get(name)?.shift() : this.#byId.get(id)
  }
}
