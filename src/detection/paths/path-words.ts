/** Also without their underscores, which Markdown takes for emphasis. */
const set = (words: string): ReadonlySet<string> => new Set(`${words} ${words.replaceAll('_', '')}`.split(' '))

/** What lists turns where an index shows that it is a list. */
export const turnLists: ReadonlySet<string> = set('turns conversation prompt')

/** Fields of a request that hold the conversation. */
export const ownRoots: ReadonlySet<string> = new Set([
  ...set(
    'messages message prompt_messages input contents content_list system system_instruction systeminstruction history chat_history',
  ),
  ...turnLists,
])

/** A path may begin with the block: `server_tool_use.name: Input should be...`. */
export const blockRoots: ReadonlySet<string> = set(
  'tool_use tooluse server_tool_use tool_result toolresult tool_calls toolcalls redacted_thinking function_call functioncall ' +
    'function_response functionresponse function_call_output content parts image_url input_audio inline_data',
)

/** Words of every sentence: they begin a path only before an index. */
export const indexedRoots: ReadonlySet<string> = new Set([
  ...set('message content parts functions image history output'),
  ...turnLists,
])

/** Fields of a request that are the caller's business: what is wrong with them is not a fault of the messages. */
export const foreignRoots: ReadonlySet<string> = set(
  'tools tool_choice toolconfig tool_config tools_config functions function_declarations mcp_servers configurations ' +
    'max_tokens max_completion_tokens max_output_tokens maxtokens temperature top_p top_k stop stop_sequences stream ' +
    'stream_options model modelid metadata thinking reasoning reasoning_effort output_config output_format ' +
    'response_format context_management container service_tier fallbacks cache_control seed logprobs ' +
    'logit_bias store image generation_config generationconfig safety_settings safetysettings inferenceconfig ' +
    'additionalmodelrequestfields guardrailconfig parallel_tool_calls include truncation betas extra_body options ' +
    'enable_thinking chat_template_kwargs presence_penalty frequency_penalty json_schema candidates choices output modalities',
)

/** Fields that only messages have, and only blocks: they tell where they stand when nothing else of their path is left. */
export const messageFields: ReadonlySet<string> = set('role content tool_calls tool_call_id reasoning_content')
export const contentFields: ReadonlySet<string> = set(
  'text thinking signature source tool_use_id image_url cache_control',
)

/**
 * Fields of a message or an item, of all formats, without underscores. A form that wants another one (`messages[0].subject`)
 * is a mail's or a shop's, whatever its list is called.
 */
export const itemFields: ReadonlySet<string> = set(
  'role content contentparts contentblocks multicontent parts part type text thinking signature source image images imageurl video audio file document ' +
    'toolcalls toolcallid toolcall tooluse tooluseid toolresult toolresults toolname toolplan tool functioncall functionresponse ' +
    'functioncalloutput function reasoning reasoningcontent reasoningdetails reasoningtext redactedcontent refusal annotations ' +
    'citations cachecontrol prefix partial status metadata inlinedata filedata executablecode codeexecutionresult ' +
    'thought thoughtsignature callid arguments args input output outputs summary encryptedcontent encryptedindex action actions ' +
    'queries result revisedprompt results code containerid operation caller phase serverlabel approvalrequestid approve error tools ' +
    'pendingsafetychecks acknowledgedsafetychecks maxoutputlength compaction itemid response message contents messages ' +
    'experimentalattachments toolinvocations thinkingblocks providerspecificfields videourl audiourl inputaudio fileurl toolresponses finishreason ' +
    'system namespace execution environment data createdat provideroptions providermetadata additionalkwargs responsemetadata',
)

/** What may stand before a root without changing whose it is. */
export const prefixes: ReadonlySet<string> = set(
  'body request params $ generatecontentrequest generate_content_request chatcompletionrequest chatrequest counttokensrequest ' +
    'createmessagerequest value data payload args kwargs json properties request_body requestbody root param instance chat conversation',
)

/** What frameworks put between the fields: union tags, class names, list marks. They name no field. */
export const noise: RegExp =
  /^(?:member|typed-?dict|str|string|list|dict|nullable|constrained\w*|function-\w+|union|generator|tagged-union|lax-or-strict|json-or-python|chatcompletion\w+|\w+param|\w+message|iterable|java|util|arraylist|linkedhashmap|items|properties|(?:one|any|all)of)$/

/** Roles stand as union tags behind the index of a message. */
export const roleTags: ReadonlySet<string> = set('user assistant system tool developer function model')

/**
 * Names of fields, to tell where a path ends when a terminal has broken a word or lost the spaces.
 */
export const knownNames: ReadonlySet<string> = new Set([
  ...ownRoots,
  ...blockRoots,
  ...set(
    'content parts role name id type text thinking signature data source media_type base64 url image image_url document ' +
      'input_image input_file input_text output_text input_audio file file_id file_data pdf input output arguments args ' +
      'function tool_name tool_call_id tool_use_id tooluseid tooluse toolresult call_id status is_error json response ' +
      'inline_data inlinedata file_uri thought_signature thoughtsignature reasoning_content reasoning_details ' +
      'reasoningcontent reasoningtext redactedcontent summary encrypted_content encrypted_index encrypted_stdout citations ' +
      'cache_control ttl scope ephemeral refusal annotations audio action caller bytes format compaction search_result ' +
      'web_search_tool_result video index title detail phase caller tool_reference mime_type mimetype',
  ),
])
