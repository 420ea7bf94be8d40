import type { Format } from '../formats/format.ts'
import { isRecord } from '../json/is-record.ts'
import { readOnce } from '../json/read-once.ts'
import type { Rules } from '../formats/rules.ts'
import { isOfLatestAnswer } from '../transcript/is-of-latest-answer.ts'
import type { Block, Transcript } from '../transcript/transcript.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import { isQuoted } from '../lint/is-quoted.ts'
import type { Refusal } from '../lint/refusal.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { callAsText, toolCallLabel } from './shared/call-as-text.ts'
import { resultAsText } from './shared/result-as-text.ts'
import { reportAsText } from './shared/report-as-text.ts'
import { serverCallAsText } from './shared/server-call-as-text.ts'

export const toolDefinitionsMissingMeta: FaultMeta = {
  title: 'tool blocks without a definition of the tool',
  meaning: 'History holds tool blocks but the request defines no (such) tools, or references an undefined one.',
  repair: 'Add the minimal definition to the request; for a model that knows no tools the blocks become text.',
  mayLose: 'The form of a tool block, where it has to become text.',
  says: 'The toolConfig field must be defined when using toolUse and toolResult content blocks.',
  link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolConfiguration.html',
}

/**
 * History holds tool blocks but the request defines no (such) tools, or references an undefined one.
 *
 * Repair: the minimal definition is added to the request. Of code that is lost with its container the calls stay, as calls of the
 * model's own, and a text stands for the code.
 */
export const toolDefinitionsMissing: Strategy<'tool_definitions_missing'> = defineStrategy({
  type: 'tool_definitions_missing',

  learn: ({ text, transcript }) =>
    /container_id/i.test(text)
      ? // Code that waited for these calls, in a container that the request does not name.
        {
          suspects: (block) => block.kind === 'tool_call' && isOfLatestAnswer(block, transcript),
        }
      : { rules: { toolsDemanded: true } },

  visit: {
    suspect(call, { format, pairing, report }) {
      const isCode = call.shape.server
      if (isCode ? pairing.resultOf.has(call) : !isRecord(call.raw) || call.raw['caller'] === undefined) return
      report({
        at: call,
        loss: isCode ? 'synthesised' : 'none',
        fix: (edit) =>
          isCode
            ? serverCallAsText(edit, call, undefined, format)
            : edit.replace(call, format.write.withField(call.raw, 'caller', undefined)),
      })
    },

    end({ format, report, request, rules, transcript }) {
      if (!rules.toolsDemanded) return
      const defined = format.toolNames(request)
      if (defined !== null && defined.size > 0) return
      const used = new Set<string>()
      for (const message of transcript.messages) {
        for (const block of message.blocks) {
          if (block.kind === 'tool_call' && !block.shape.server && isLegal(block.name, rules)) used.add(block.name)
        }
      }
      if (used.size === 0) return
      const names = [...used].sort()
      report({
        at: null,
        detail: { names: names.join(' ') },
        loss: 'synthesised',
        fix: (edit) => edit.defineTools(names),
      })
    },

    block(block, { format, report, request, transcript }) {
      const names = format.references(block)
      if (names.length === 0) return
      const known = format.toolNames(request)
      if (known === null) return
      const lost = names.filter((name) => !known.has(name) && !isDefinedBefore(name, block, transcript, format))
      if (lost.length === 0) return
      report({
        at: block,
        detail: { names: lost.join(' ') },
        loss: 'synthesised',
        fix: (edit) => {
          const rest = format.write.withoutReferences(block, new Set(lost))
          edit.replace(block, ...(rest === undefined ? [] : [rest]))
        },
      })
    },
  },
})

/**
 * The same where a model may know no tools at all, or the request offers one of the provider's tools no more, or no more the server that
 * has it: what was called, and what came of it, is told as text.
 */
export const toolsUnknown: Strategy<'tool_definitions_missing'> = /* @__PURE__ */ extendStrategy(
  toolDefinitionsMissing,
  {
    learn: (refusal) => {
      if (!ofProvidersTool.test(refusal.text)) return toolDefinitionsMissing.learn!(refusal)
      const unoffered = unofferedTools(refusal)
      return {
        rules: { toolsUnoffered: true },
        suspects: (block) => sourcesOf(block).some((name) => unoffered.has(name)),
        // Of a tool that is not there each call is refused, and the first one named.
        together: (_, all) => all,
        certain: true,
      }
    },

    visit: {
      suspect(block, context) {
        if (context.rules.toolsUnoffered === true) reportAsText(block, context)
        else toolDefinitionsMissing.visit.suspect!(block, context)
      },

      tool_call(call, { format, report, rules }) {
        if (rules.toolsTaken !== false) return
        report({
          at: call,
          detail: { names: call.name ?? '' },
          loss: 'synthesised',
          fix: (edit) => {
            const text = format.write.text(
              callAsText(toolCallLabel, call.name, format.write.plainText(call)),
              'assistant',
            )
            // A list of calls has no room for a text.
            if (call.field === format.contentField) return edit.replace(call, text)
            edit.remove(call)
            edit.insert(call.message, call.message.blocks.length, text)
          },
        })
      },

      tool_result(result, { format, report, rules }) {
        if (rules.toolsTaken !== false) return
        report({
          at: result,
          loss: 'synthesised',
          fix: (edit) => edit.replaceInTurn(result, resultAsText(result, format, 'The result of a tool call')),
        })
      },
    },
  },
)

/** The tools of the provider, and the servers, that an error misses: it names them, or a block that is of one. */
function unofferedTools({ blockIndex, named, text, transcript }: Refusal): ReadonlySet<string> {
  const known = new Set(transcript.messages.flatMap(({ blocks }) => blocks.flatMap(sourcesOf)))
  const told = [...known].filter((name) => isQuoted(name, text))
  if (told.length > 0) return new Set(told)
  return new Set(named?.blocks.filter(({ index }) => index === (blockIndex ?? index)).flatMap(sourcesOf))
}

const ofProvidersTool = /\bmcp[ _](?:server|tool_use)|\bserver[_ ]tool/i

/** Where it comes from what the provider itself has called, or asked for: a server, by its name, or else a tool of its own. */
function sourcesOf({ kind, name, raw, shape }: Block): readonly string[] {
  if (!isRecord(raw)) return []
  const servers = serverFields.flatMap((field) => (typeof raw[field] === 'string' ? [raw[field]] : []))
  return servers.length === 0 && kind === 'tool_call' && shape.server && name !== undefined ? [name] : servers
}

const serverFields = ['server_name', 'mcp_server_name', 'server_label']

/** A name that breaks the rules gets another one first (`tool_call_name_invalid`). */
function isLegal(name: string | undefined, { toolNames }: Rules): name is string {
  return name !== undefined && name.length <= toolNames.maxLength && toolNames.pattern.test(name)
}

function isDefinedBefore(name: string, block: Block, transcript: Transcript, format: Format): boolean {
  return (definedIn(format)(transcript).get(name) ?? Infinity) <= block.message.index
}

/** Where each tool that the conversation itself defines is defined first. */
const definedIn = readOnce((format: Format) =>
  readOnce(({ messages }: Transcript): ReadonlyMap<string, number> => {
    const first = new Map<string, number>()
    for (const { blocks, index } of messages)
      for (const block of blocks)
        for (const name of format.definitions(block)) if (!first.has(name)) first.set(name, index)
    return first
  }),
)
