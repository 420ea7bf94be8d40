import { claudeSignatures } from '../claude-signatures.ts'
import type { RequestBody } from '../format.ts'
import { openRules } from '../open-rules.ts'
import { ownRules } from '../own-rules.ts'
import type { ItemIdForm, Rules } from '../rules.ts'
import { fieldsOfType } from './fields-of-type.ts'
import { toolSpacesOf } from './tool-spaces.ts'
import { isFilled } from '../../json/is-filled.ts'

const anyId = { pattern: /^[^]+$/, maxLength: 64, replacement: '_' } as const

/**
 * The form of item ids. Sources: "Expected an ID that begins with 'fc'" and "... that contains letters, numbers, underscores, or dashes"
 * (corpus), ids in the SDK's documentation. Only prefixes that are certain are checked.
 */
const itemIdForm: ItemIdForm = {
  field: 'id',
  pattern: /^[A-Za-z0-9_-]+$/,
  maxLength: 64,
  prefixes: {
    message: 'msg',
    reasoning: 'rs',
    function_call: 'fc',
    function_call_output: 'fc',
    custom_tool_call: 'ctc',
    custom_tool_call_output: 'ctc',
    web_search_call: 'ws',
    file_search_call: 'fs',
    computer_call: 'cu',
    code_interpreter_call: 'ci',
    image_generation_call: 'ig',
    mcp_call: 'mcp',
    mcp_list_tools: 'mcpl',
    mcp_approval_request: 'mcpr',
  },
  demanded: new Set([
    'file_search_call',
    'computer_call',
    'code_interpreter_call',
    'image_generation_call',
    'mcp_call',
    'mcp_list_tools',
  ]),
  // Codex sends these items without an id, and was refused for it: github.com/openai/codex/issues/6926.
  demandable: new Set(['web_search_call', 'local_shell_call']),
  callIds: new Set(['mcp_approval_request', 'local_shell_call_output']),
  approvedBy: 'approval_request_id',
  spokenPrefixes: /^(?:rs|msg|ws|fs|ci|ig|mcp|mcpl)_/,
}

const allowedEmpty = {
  user: 'allowed',
  assistant: 'allowed',
  system: 'allowed',
  tool: 'allowed',
  unknown: 'allowed',
} as const

/** Fields that no item has: of the SDK's parsing helpers, of streams, of other formats, and notes that programs add to messages. */
const foreignFields: ReadonlySet<string> = new Set(
  [
    'parsed parsed_arguments partial_json index',
    'audio prefix partial tool_calls tool_call_id function_call reasoning_content reasoning_details thinking_blocks provider_specific_fields extra_content refusal cache_control citations signature thought thoughtSignature',
    'providerOptions providerMetadata _meta uuid parentUuid sessionId timestamp created_at createdAt cost metadata usage',
    'stop_reason stop_sequence finish_reason',
  ].flatMap((row) => row.split(' ')),
)

/** Fields that are illegal on messages here (Chat Completions has them), but legal on calls or parts. */
const fieldsOfChat = ['name', 'annotations', 'reasoning'] as const

/** What holds for every request to the Responses API: the SDK's types, and the errors of the corpus. */
const base: Rules = {
  ...openRules,
  alternation: 'free',
  firstRoles: ['user', 'assistant', 'system', 'tool', 'unknown'],
  systemMessages: 'anywhere',
  roleNames: new Set(['user', 'assistant', 'system', 'developer']),
  prefill: true,
  userDemanded: false,
  // Paired by `call_id` over the whole list; order is free, absence is not.
  results: 'items',
  callIds: anyId,
  serverCallIds: anyId,
  // "Duplicate function_call_output for call_id": github.com/NousResearch/hermes-agent/issues/102629.
  callIdScope: 'transcript',
  toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 128, replacement: '_' },
  // Arguments must be text; only strict compatible servers demand valid JSON (learnt).
  toolInput: 'any-text',
  blankText: 'allowed',
  emptyContent: allowedEmpty,
  absentContent: 'refused',
  messageFields: null,
  blockFields: 'ignored',
  fieldsOfType,
  // "Unknown parameter: 'input[3].…'"
  refusedFields: new Set([...foreignFields, ...fieldsOfChat]),
  refusedOnMessages: new Set(fieldsOfChat),
  media: {
    maxCount: Infinity,
    maxBytes: 50 * 1024 * 1024,
    maxPixels: Infinity,
    manyCount: Infinity,
    manyPixels: Infinity,
  },
  // "Expected an ID that begins with 'fc'": items that were stored under another provider's ids.
  itemIds: 'prefixed',
  itemIdForm,
  signaturePattern: claudeSignatures,
  // "reasoning was provided without its required following item", and the reverse: both items carry ids that the server knows.
  reasoningFollowed: 'identified',
  itemsKept: true,
  historyFields: ['previous_response_id', 'conversation'],
  historyElsewhere: false,
  listOptional: false,
  lastTypes: new Set(['compaction_trigger']),
}

/** At most eight rows. */
const known: Rules[] = []

/** The rules of the Responses API for one request; they depend on what the server keeps, and on namespaces of tools. */
export function responsesRules(request: RequestBody): Rules {
  const historyElsewhere = base.historyFields!.some((field) => isFilled(request[field]))
  const listOptional = historyElsewhere || isFilled(request['prompt'])
  const itemsKept = request['store'] !== false
  const place = Number(historyElsewhere) + 2 * Number(listOptional) + 4 * Number(itemsKept)
  const rules = (known[place] ??= ownRules({ ...base, historyElsewhere, listOptional, itemsKept }))
  const toolSpaces = toolSpacesOf(request)
  return toolSpaces === undefined ? rules : ownRules({ ...rules, toolSpaces })
}
