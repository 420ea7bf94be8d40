import { anyOf } from '../words/any-of.ts'
import type { FoldedText } from '../words/fold-text.ts'
import { overGrpc } from '../shapes/over-grpc.ts'
import { providerNames } from '../words/provider-names.ts'

/** What shows in a text that a provider of models refuses a request. */
const refusalWords = anyOf([
  /^\{(?:error:\{|type:error,error:|code:(?:\d{4},|20015,|[a-z])|detail:(?!(?:\{code:)?(?:unsupported|invalid|corrupt|toomany)?_?(?:image|file|picture)s?(?!s|_|inone|inthe|per|atindex))|object:error)/,
  /(?:invalid|bad)_?request/,
  /(?<![a-z])validationexception/,
  new RegExp(`${overGrpc}invalid_?argument`),
  /unprocessable/,
  /(?:^|\D)(?:400|422)(?:\D|$)/,
  /clientspecified/,
  /messages?(?:at)?(?:index|position)\d/,
  /messages?\d{1,4}(?:has|must|isnot|:(?:role|content|tool|assistant|user|missing|invalid|un))/,
  /(?:unsupported|unexpected)rolein(?:the)?message/,
  /messagesarray/,
  /model_?(?:request|turn)(?:must|requires|needs|contains|has)/,
  /request(?:(?:contains|has|with)no(?:messages|contents)|must(?:have|contain|include)(?:atleastone|messages))/,
  /(?:images?|content|role|block|part|data)inmessage\d/,
  /input_(?:image|file|audio)(?=(?:content|part|block)?(?:requires|needs|must|without|lacks|has))\w{0,40}(?:image_url|file_(?:id|data|url))/,
  /(?:messages|prompt)(?:中|参数|列表|最后|必须)/,
  /条消息必须|第\d{1,4}条消息|(?:user|assistant|tool)(?:角色|消息)/,
  /generativeai/,
  /jinja/,
  /templateerror/,
  /api_error|type:server_error/,
  /failedtoparsemessages:/,
  /requestid:20\d{12}/,
  /ai_\w{1,30}error/,
  /unsupportedfunctionality/,
  /(?:input_image|input_audio|image_url)(?:content)?(?:parts?|blocks?)/,
  /springframework\.ai/,
  /microsoft\.extensions\.ai/,
  /google\.adk/,
  /genkit/,
  /crewai/,
  /semantic_?kernel/,
  /llama_?index/,
  /vertexai/,
  /strands\./,
  /chathistory(?:must|can|should|contains)/,
  /langchain/,
  /mastra/,
  /pydantic_ai/,
  /agents\.exceptions/,
  /modelthatyouareusing/,
  /modelreturnedthe/,
  /validating(?:vision|responses)/,
  /unabletosubmitrequest/,
  /errorfromprovider/,
  /providerreturned/,
  /(?:^|error:)(?:messages|system|contents):/,
  /(?:images?|documents?|pdf)inthe(?:conversation|context|history|message,)/,
  /messages?(?:with|musthave)role/,
  /messageconversionerror/,
  /messagerole/,
  /(?:^|error:)systemmessages?(?:isn|iso|arenot|areonly|must|cannot|not|requires?)/,
  /^(?:\w{0,20}error:)?(?:content|text)block(?:must|missing|ismissing|requires|hasno|at\d|in(?:user|assistant|system|the))/,
  /role(?:user|assistant|system|tool|model)(?:requires|needs|musthave|mustcontain)/,
  /image(?:content)?(?:parts|blocks)/,
  /roleandcontent/,
  /onesystemmessage/,
  /roles?(?:not|must|should)\w{0,8}alternat/,
  /messages?[^;{}]{0,40}role[^;{}]{0,60}assistant/,
  /role[^;{}]{0,40}messages?[^;{}]{0,60}assistant/,
  /error_code:336\d{3}/,
  /qianfan|baidu_error|千帆|文心/,
  /hunyuan/,
  /混元/,
  /doubao/,
  /豆包/,
  /volcengine/,
  /arkhttp/,
  /火山/,
  /kimi/,
  /智谱/,
  /glm-?\d/,
  ...providerNames,
])

/** Names of errors of provider clients. `ApiError` is not among them, since web frameworks have one, too. */
const clientError =
  /^detail:|API(?:Connection|Status|Call)?Error|APIerror|Invalid(?:History|Conversation|Transcript)\b|(?:Conversation|Transcript|Assistant|Message(?:Structure|Array|List|Sequence|Order)|ToolCall|ToolResult|Prompt|Chat(?:History|Context))(?:Message)?(?:Format|Validation|Protocol)?(?:Error|Exception)/

/**
 * Whether an error is worded as providers of models and their clients word the refusal of a request.
 *
 * @example
 * isOfProvider(foldText('anthropic: bad request')) // true
 */
export const isOfProvider = ({ cased, lower }: FoldedText): boolean =>
  refusalWords.test(lower) || clientError.test(cased)
