import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const contentBlockInvalid: Reports = {
  extras: { field: true },
  fields: [
    ...fields(
      '$messages.content content.type $input.type parts.type content.# parts.#',
      'long pattern unverifiable value type unsupported invalid',
    ),
    ...fields('content.# parts.#', 'required'),
    ...fields('content.text parts.text text.text', 'type'),
    ...fields('content.type parts.type', 'required null empty'),
    ...fields('$input $input.# $messages.# $contents.# $system', 'type null'),
    ...fields('$input $input.#', 'value'),
    ...fields('$messages.reasoning_content $messages.reasoning_details $messages.reasoning', 'value'),
    ...fields('$input.summary $input.summary.#', 'type list'),
    ...fields('$input.output', 'required null'),
    ...fields('$input.id', 'required'),
    ...fields('*', 'required null empty long pattern unverifiable value list type unsupported invalid'),
  ],
  sentences: says(
    'unsupported item',
    'item needs/lacks blockType',
    'assistant/user/system unsupported blockType',
    'shape item',
    'system/user/assistant content unsupported',
    'onlyIn user/assistant/system content',
    'onlyIn content system',
    'content needs single',
    'text shape',
    'unsupported message/duplicate content',
    'needs single text/content',
    'system needs text',
    'content assistant unsupported',
    'invalid content',
    'text unreadable',
    'content needs text media',
    'onlyIn text assistant/user/content/system',
    'text/content onlyIn user/assistant/system',
    'system/assistant/user onlyIn text',
    'assistant/user/system unsupported content',
    'content invalid',
    'content/item/message shape',
    'blockType empty/absent/invalid/unsupported/onlyIn/shape/notFound',
    'lacks/invalid/unsupported/unmatched blockType',
    'blockType unmatched',
    'content needs/lacks blockType',
    'unmatched content',
    'message shape role',
    'system shape',
    'shape content found',
    'message content shape',
  ),
  things: ['content', 'text', 'blockType'],
  wordings: [
    // mlx_lm.server
    wording('local', /only text content type is supported/),
    // github.com/openai/codex/issues/12114
    wording('openrouter', /invalid responses api request/, 'general'),
    // github.com/github/copilot-cli/issues/4519
    wording('openai', /missing namespace for function_?call/),
    // github.com/openai/openai-agents-python/issues/843
    wording('openai', /computer tool has unacknowledged safety check/),
    // the template of gpt-oss
    wording('local', /passed a message containing <.?channel/),
    // llama.cpp
    wording('local', /expected (?:content to be an? (?:string|array)|iterable (?:or object )?type in for loop: ?got)/),
    // What may be null is not missing.
    wording('any', /(?<!\.)reasoning_content must be a string or null/),
    // llama.cpp
    wording('local', /unsupported content\.type/),
    wording(
      'any',
      /content (?:object|part|block|item)s? (?:type is missing|(?:is )?unsupported(?!:)|(?:must have a (?:string )?|has no|(?:is )?missing|without a?) type(?!:))/,
    ),
    // relays that leave the path out
    wording('any', /invalid value:? \w{1,30}[.,]? ?supported values are:? text/),
    // Converse, of members of its union that only some models take; what it says of pictures and reasoning has types of its own
    wording(
      'bedrock',
      /this model does not support the (?:citationscontent|guardcontent|searchresult|(?:toolresult\.)?status) field/,
    ),
    wording('qwen', /instance of gpt3message/),
    wording('litellm', /invalid user message=/),
    // a template of a model that takes strings alone
    wording(
      'local',
      /(?:chat_?template|jinja|template error|to build prompt).{0,600}(?:can only concatenate str(?! \(not nonetype)|list(?: object)? has no attribute (?:(?:start|end)swith|[lr]?strip|split|replace|$)|(?:str|content)\.(?:split|replace|trim) is not a function)/,
      'general',
    ),
    wording('vllm', /can only concatenate str.{0,300}chat_? ?template/, 'general'),
    wording('vllm', /supports text and image content only/),
    // pydantic, of content that it validates lazily (github.com/vllm-project/vllm/issues/56297)
    wording('vllm', /(?:errors? for|object of type) ?[\w.]{0,40}validatoriterator/),
    // github.com/NousResearch/hermes-agent/issues/51512
    wording('codex', /\{detail: ?unsupported content type\}/),
    // its validator names a message's field by its struct: PromptMessages[0].Content
    wording('dify', /for content failed on the prompt_message_content tag/),
    // AI_InvalidPromptError
    wording('ai-sdk', /invalid prompt: ?(?:the )?messages? (?:must be a|do not match)/, 'decisive'),
    // `validateUIMessages`, and the conversion of what it would have refused.
    wording('ai-sdk', /path: .\d+, (?:id|parts[\w,]{0,60}), message:/, 'general'),
    wording('ai-sdk', /unsupported part: .object object/),
    wording(
      'langchain',
      /should be a list of base messages|(?:received|occurred) while converting (?:lc )?message (?:content )?to|(?:unrecognized|coerce \w{1,24}) message part|only text, image_url,? and media types/,
    ),
    // converters of SDKs for agents, between two dialects
    wording(
      'any',
      /unable to convert content block type|(?:tool (?:search )?(?:calls?|items?)|call(?:ing)? history|messages) (?:is|are) not supported (?:by|for|in) (?:the )?(?:chat completions|responses)/,
    ),
    // @google/genai
    wording('gemini', /mixing content and parts|should have a parts key|wrap them.{0,30} in (?:a )?content objects?/),
    wording('strands', /content_?type=<\w{1,30}> ?\|? ?unsupported type/),
    // serde
    wording('any', /untagged enum (?!jsonrpc)\w{0,30}(?:input|message|content|item|part|block)/, 'general'),
    wording('any', /unknown variant \w{1,24},? expected (?:one of )?.?text/, 'general'),
    // encoding/json
    wording('any', /go struct field \w{1,40}\.messages of type (?!\.)/, 'general'),
    // a server written in Python, github.com/livekit/agents/issues/2403
    wording(
      'any',
      /nonetype object (?:is not (?:iterable|subscriptable)|has no attribute).{0,60}param: ?messages/,
      'general',
    ),
    // json-iterator in gateways written in Go, github.com/QuantumNous/new-api/issues/4446
    wording('any', /(?:system|content): ?read\w{3,8}: expects? /, 'general'),
    wording('anthropic', /role system supports .{0,80}blocks only/),
    wording(
      'any',
      /(?:supported values are|expected one of|(?<!\w, )(?:must|should|has to) be (?:one of|either|of type)|value must be):? .{0,400}(?:put_text|image_url|function_call_output|item_reference|[hr]_call|find_in_page|summary_text|refusal|final_answer|tool_result)/,
    ),
    wording('any', /only \w{3,20},[\w,/ ]{3,60}blocks are (?:supported|allowed)/, 'shared'),
    wording(
      'any',
      /(?:unknown|invalid|unsupported|unexpected|unhandled) (?!message type(?!:? ?(?:content|tool|human|ai|system|user|assistant|function|in|[<{])))(?:responses (?:api )?)?(?:(?:openai|claude|compaction|chat|assistant|user|tool|tool_result|input|output|message) ){0,2}(?:content|message|input|part|block|item) (?:(?:block |part |item )?type:?|(?:block|part|item)(?::|(?=[a-z]{3,20}_[a-z]))|: ?(?=\{type:)) ?(?!application|multipart|unknown|vision|\w{4,5}\/|header|null|0x|for \w)[\w<{]/,
    ),
    // pydantic, of whose path nothing is left
    wording(
      'any',
      /(?:input should be|for chatcompletionrequest).{1,200}input(?:_value)?=(?:image_url|tool_use|thinking|(?:in|out)put_text)/,
      'general',
    ),
    wording('any', /input tag \w{1,60} ?(?:found using (?:type|\w{1,40}\(\))|\.) ?does not match/, 'general'),
  ],
}
