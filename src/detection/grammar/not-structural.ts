import { wording, type Wording } from '../words/wording.ts'

/**
 * Sentences that look structural and are not: the path or the context shows that they are about something else. They beat
 * every wording of a strategy, so each must be impossible in an error about the transcript.
 */
export const notStructural: readonly Wording[] = [
  // The path decides before the sentence: the same complaints come for tools and parameters.
  // tool definitions
  wording(
    'any',
    /(?<![.a-z_])(?:tools(?: item)?|configurations|mcp_servers)[. ]\d{1,4}[\w.-]{0,80}(?:: ?(?:input|field|extra|string|list|value|for|property)|(?<=item \d{1,4}) (?:must|type|contains|function|requires))/,
  ),
  // request parameters
  wording(
    'anthropic',
    /(?<![.a-z_])(?:tool_choice|thinking|output_config|output_format|context_management|container|service_tier|metadata|model|max_tokens|stop_sequences|fallbacks)[\w.-]{0,80}: ?(?:input tag|input should|field required|extra inputs)|clear_t\w{5,8}_2/,
  ),
  // request parameters
  wording(
    'openai',
    /(?:invalid|missing required parameter:|unknown parameter:|unsupported (?:value|parameter):|invalid type for|invalid schema for|field:) ?(?:tool_choice|response_format|text\.format|reasoning\.|functions\.)|invalid schema for (?:tool|function(?!_?call))/,
  ),
  // request parameters
  wording(
    'openai',
    /param: ?(?:tools(?:\.|,|})|tool_choice|response_format|text\.format|reasoning\.effort|functions\.|size[,}])/,
  ),
  // request parameters, tool definitions, what an answer shall be
  wording(
    'any',
    /(?:unknown name .{0,80} at|invalid value at|generatecontentrequest\.) ?(?:request\.)?(?:tools|generation_?config|tool_?config)|at toolconfig\.tools\.|response_?mime_?type/,
  ),
  // what each tool of the list has to have, and its schema
  wording(
    'any',
    /(?:each|every) (?:client |custom |function )?tool (?:must|needs|requires|should) (?:to )?(?:have |be )?(?:an? )?(?:non-?empty |unique )?(?:name|type|description|object|input_schema)|parameters\.properties/,
  ),
  // codes of the OpenAI API
  wording(
    'openai',
    /code: ?(?:context_length_exceeded|insufficient_quota|rate_limit_exceeded|model_not_found|invalid_api_key)/,
  ),
  // request parameters
  wording('qwen', /when using tool_?choice/),
  // what a client has checked before it sends
  wording('any', /nothing was sent to/),
  // a model that turns in circles
  wording('any', /repetitive tool calls detected|tool call suppressed|^.?loop detected/),
  // parameters that exclude each other
  wording(
    'openai',
    /(?:conversation|instructions) and previous_response_id|previous_response_id (?:can ?not|must not|may not) be \w{2,9} (?:together )?with/,
  ),
  // response_format asks for it
  wording('openai', /must (?:contain the word|include) json/),
  // what a model has made
  wording(
    'any',
    /(?:download|sav|load|fetch|retriev)(?:e|ing)? (?:the )?generated (?:image|video|audio)|(?:^|[;.] ?)(?:\w{1,24}:)?generated (?:image|video|audio)/,
  ),
  // what a model has answered
  wording('any', /no tool calls in (?:the )?last assistant message/),
  wording(
    'any',
    /(?:tool (?:calls?|arguments|inputs?)|json) (?:arguments? )?from (?:the |chat |llm )?model (?:response|output|(?:were|was) not)|(?:stream|model|claude|gemini|openai|anthropic|provider|llm|assistant|tool(?: call(?: \w{1,40})?)?) (?:returned|emitted|repeated|produced) (?:an? )?(?:no |duplicate|tool[_ ](?:call|use) without|tool_|empty|output|unsupported|unknown tool|invalid (?:tool|image|json|output|content))|emitted (?:an? )?(?:un|invalid|duplicate|empty)|(?:response|stream|answer|(?:gemini|google|claude|model) tool call) contain(?:s|ed|ing) (?:an? )?(?:no (?:content|text|message|choices)|only thinking|duplicate|empty|unknown|unsupported|invalid (?!type))|error parsing tool call: raw|(?:block|part|content) type from (?!the (?:client|user|request))|unexpected_tool_call|output_parsing_failure|^outputvalidationerror|structured output (?:validation|parsing)|invalid response object traceback|validation errors? for response(?:functiontoolcallitem|outputtext)|aimessage can ?not be null|(?:llm|model|provider|openai) response (?:message|content|(?:first )?choice)|could not (?:extract tool use|parse (?:llm )?output|parse tool input:)|missing tool result from|^final output|(?:model|assistant)s? response did not contain any/,
  ),
  // what a tool asks for in its own input, and a task in its result
  wording(
    'any',
    /required (?:field|parameter):? ?[\w.]{1,60} in tool (?:input|arg)|(?:required|missing) in (?:the )?result json/,
  ),
  // languages whose programs call a function of their own with the wrong thing, or with nothing
  wording(
    'any',
    /argument (?:after.{0,4} ?must be an?|\d{1,2} ?\(\$\w{1,40}\) must be)|exception: argument \w{1,24} is null/,
  ),
  // JVM and Go, annotations of programs
  wording('any', /cannot invoke \w{1,60}\.[\w.$]{1,60}\(|nil pointer dereference(?! ?:)|must have @(?!type)/),
  // a library of pictures, services that read words or faces in them
  wording(
    'any',
    /input (?:buffer|file) contains unsupported|input image dimensions \d{1,6} ?x|pixels.{0,30}for ocr|identify image file (?:[a-z]:|\/)/,
  ),
  // a pipeline whose parts are not connected
  wording('haystack', /missing mandatory input \w{1,40} for component/),
  // blocks of a chat message
  wording('slack', /(?:error|occurred): ?invalid_blocks/),
  // what a model makes, or may
  wording(
    'any',
    /safety (?:system|filter)|16khz|24khz|(?:audio|image|video) (?:output|generation)|output audio|images requested|text-?embedding|embed_?content_?request|embeddings? ?(?:api|endpoint|input|parameter|request|:)|(?:embeddings?|images?)\.(?:create|edit|generate)|is an? (?:image|video|audio) model|for (?:vector store|upscaling)|parameter size specified/,
  ),
  // files, pictures and recordings that go to endpoints of their own
  wording(
    'openai',
    /invalid file (?:format|image)|invalid image file or mode|format must be in \.?rgba|audio file could not be decoded|input_audio_buffer/,
  ),
  // texts to embed: what was sent is a text, no list of messages
  wording(
    'any',
    /loc:[.(]? ?(?:body, ?)?input,\)?,? ?msg: ?(?:value is not a valid (?:list|sequence)|input should be a valid list, ?input: ?(?![.{]|none|null))/,
  ),
  // lines of a file for training or for a batch
  wording(
    'any',
    /on line \d{1,9} of (?:the )?(?:the )?(?:input |training )?file|line \d{1,9} of dataset|dataset line \d/,
  ),
  // a server of tools refuses arguments, or its answer is refused
  wording(
    'mcp',
    /structured_?content|for calltoolresult|mcp (?:tool|call) (?:arguments|result is)|mcp(?:validation)?error: ?(?!mcp)|mcp error:? ?-32\d{3}|code: ?-32(?:60[12]|700)|error executing mcp tool|mcp server [\w-]{1,60}(?: (?:responded|returned|failed)|, tool )|(?:invalid arguments for|failed to call|error (?:calling|executing|running)) tool (?!call|use|result)[^:;,.(){}]{1,64}:|tool (?:input|argument|parameter)s? (?:validation|did not match)/,
  ),
  // tRPC takes the same number for a bad request, and names no version
  wording('mcp', /jsonrpc: ?2.{0,60}code: ?-32600|code: ?-32600.{0,60}jsonrpc: ?2/),
  // databases and compilers have tables and types with the names of a conversation
  wording(
    'any',
    /violates [\w-]{2,11} ?constraint|foreign key|not present in table|no column named|no such (?:column|table)|template variable|invalid input (?:value for enum|syntax for type)|role roles\/|schema cache|_for_column|: ?path \w{2,9} is required|constraint failed|undefined column|(?:prisma|mongo|sequelize)\w{0,30}error|error\.?(?:e|ts)\d{4}|in this scope|\(evaluating /,
  ),
  // assertions of tests
  wording(
    'any',
    /assertionerror: ?expected|^(?:error: ?)?expected [\w.]{1,60} to (?:be (?:defined|undefined|truthy|falsy|true|false)|deeply|equal|exist)/,
  ),
  // what readers think of an answer
  wording('any', /feedback (?:is|can be) only/),
  // calls of telephones, mail
  wording(
    'any',
    /one recipient(?! is allowed for (?:tool|func))|answered by another (?:agent|operator|device|user)|voip|call (?:is )?ringing|phone ?call/,
  ),
  // what users may be, where none is that of a chat
  wording(
    'any',
    /(?:(?<!\d\.)role\.? ?(?:must be |should be )?one of|valid roles are|invalid role: ?\w{1,24}\. ?must be):? ?(?!.{0,80}(?:(?:user|assistant|model|human|system|tool)(?![a-z_])|(?:user|assistant|system|tool){2}))/,
  ),
  // a frame of an answer that is no JSON, as Dify streams it
  wording('any', /event: ?(?:error|message_end).{0,300}extra data: ?line \d/),
  // an answer that broke off, a chat that a bot may not write to, a session that a program has not stored
  wording(
    'any',
    /stream (?:ended without|was invalid|must complete)|block started without|output truncated|tool call timed out|returned invalid content|invalid content structure|content block is not an? \w{4,10} block|(?:arguments|in stream) chunk|content_block_(?:start|delta)|response content\.\d|(?<!tool )response content must|(?:(?:provider|upstream) response|(?:finish|stop)[_ ]?reason) (?:must|requires|without)|requires? tool_calls? finish|candidate (?:content|part)|in (?:start|delta|stream) event|tool_? ?(?:result|call) event|(?:message|content) delta (?:requires|must|has)|provider \w{2,20} event|max message tokens|not enough rights|no conversation found with session/,
  ),
  // what a prompt says (github.com/farion1231/cc-switch/issues/761)
  wording('anthropic', /is a reserved keyword/),
  // a server tool inside tools
  wording('anthropic', /tool reference tool_search_tool_/),
  // the model generated a bad call
  wording(
    'groq',
    /tool_use_failed|^tool call failed|tool call validation failed:|failed_generation|failed to call a function/,
  ),
  // machine-readable codes of @anthropic-ai/sdk 1.11
  wording(
    'anthropic',
    /error_?code: ?(?:compaction_(?:u|n|too_)|available_tools_|tool_name_|claude_code_|cmek_|contract_|enforced_|(?:linked_)?organization_|ramp_|request_body_|storage_|user_profile_|sandbox_|file_(?:expired|not_d)|skill_read_)/,
  ),

  // A sentence quoted by a tool, a test run or a document is not the error of this request.
  // tool output
  wording(
    'any',
    /<tool_use_error>|<tool_(?:output|result)>|(?:^|;)tool[ _]?(?:output|result|call result)(?: for \w{1,40})?:(?! ?tool_)|<(?:stdout|file_contents|function_results)>|string to replace not found|hook (?:blocked|denied)|tool usage (?:error|failed)/,
  ),
]

/**
 * Other explanations of a refusal. They only keep a vague complaint ("bad request") from being taken for a broken history:
 * a structural sentence beats them, since proxies put false labels around it (LiteLLM calls an id that is too long a
 * context overflow).
 */
export const otherExplanations: readonly RegExp[] = [
  // context window
  /(?:context|input)[ _](?:length|window|limit)|prompt is too long|conversation too long|input is too long|too many tokens|max(?:imum)? (?:prompt )?tokens|token (?:count|limit)|tokens_limit|exceeds? (?:the )?(?:limit|context)/,
  // rate limits and load
  /rate[ _]?limit|too many requests|quota|resource_?exhausted|throttl|tokens per min|max rpm|overloaded|capacity|usage limit|(?:temporarily|currently) unavailable/,
  // authentication
  /authenticat|security token|unauthori[sz]ed|api[ _]?key|oauth|log ?in|permission|forbidden|access denied|credential|organization has been disabled/,
  // billing
  /billing|insufficient|payment|purchase|balance|recharge|subscription/,
  // content policy
  /(?:our|usage) polic(?:y|ies)|by (?:the|your) administrator|content[ _]?(?:policy|filter|management)|usage policy|safety|moderation|data_inspection|content exists risk|violat|unsafe/,
  // network
  /econnre|fetch failed|socket|network error|timed? ?out|connection (?:error|refused|dropped|reset)|certificate/,
  // model
  /model.{0,60}(?:not found|not exist|not supported|unknown|no longer available)|unknown model|invalid model/,
  // request size
  /request (?:body )?(?:entity )?too large|request_too_large|payload too large|(?<!\d)413(?!\d)/,
  // a status of its own
  /status(?: code)?:? ?4(?:0[1-9]|29)/,
  // a page of a proxy
  /<html|<!doctype/,
  // a failure of the server
  /(?:server|model) (?:had|returned|encountered) an (?:unexpected )?error|internal (?:server )?error (?:while|when)/,
  // a thread that still runs
  /while a run|active run/,
  // aborted by the user
  /abort|cancel|interrupted by user|does not want to proceed/,
  // request parameters
  /unsupported parameter|unrecognized request argument|max_tokens|temperature|top_[kp]|generation_?config|budget_tokens|tool[ _]?choice|response_format|json schema|additionalproperties|input_schema|function\.parameters|tools\.|stream_options|beta header|anthropic-beta/,
]
