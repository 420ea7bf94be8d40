import { anyOf } from './any-of.ts'
import type { FoldedText } from './fold-text.ts'
import { isInList } from './is-in-list.ts'
import { takesConversations } from './is-elsewhere.ts'
import type { RefusedBy } from './is-refusal.ts'
import { overGrpc } from './over-grpc.ts'
import type { RequestPath } from './request-path.ts'

/** Who speaks in an error: a provider of models that refuses a request, another system, or nobody that can be told. */
export type Speaker = 'provider' | 'other' | 'unknown'

/** Providers of models, by their names. */
export const ofModels: readonly RegExp[] = [
  /siliconflow/,
  /databricks/,
  /cerebras/,
  /watsonx/,
  /fireworks\.?ai/,
  /llm/,
  /openai/,
  /deepseek/,
  /mistral/,
  /cohere/,
  /groq/,
  /qwen/,
  /moonshot/,
  /minimax/,
  /ollama/,
  /anthropic/,
  /bedrock/,
  /gemini/,
]

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
  ...ofModels,
])

/** Names of errors of provider clients. `ApiError` is not among them, since web frameworks have one, too. */
const clientError =
  /^detail:|API(?:Connection|Status|Call)?Error|APIerror|Invalid(?:History|Conversation|Transcript)\b|(?:Conversation|Transcript|Assistant|Message(?:Structure|Array|List|Sequence|Order)|ToolCall|ToolResult|Prompt|Chat(?:History|Context))(?:Message)?(?:Format|Validation|Protocol)?(?:Error|Exception)/

/** Other systems that speak of messages, roles and images: chat, mail, uploads, databases, containers, disks. */
const otherSystems = anyOf([
  /discordapierror|slackapierror|slack_sdk|telegramerror|telegram\.error/,
  /whencallingthe(?!converse|invoke|counttokens)\w{2,60}operation/,
  /code:(?:500|230\d|9999\d\d)\d\d/,
  /badrequest:(?:photo|image|media|file)_|badrequest:message(?:text|isnot|to|mustbenon-empty)/,
  /sendgrid/,
  /(?:pub\/|cloudpub|(?<![a-z_])pub)sub(?:message|topic|error|[:,]|$)/,
  /strictdecodingerror/,
  /\w_msgs\.msg/,
  /messagefailedschemavalidation/,
  /whilereranking/,
  /dall-?eimagesize/,
  /line(?:client|api)/,
  /message\(messages\.\d+\)intherequestbody/,
  /firebase/,
  /stripe/,
  /param:(?!input)(?:[a-z]{1,20}[._])?(?:document|file|image|avatar|mask)(?:[,}]|$)/,
  /code:\w{1,30},(?:\w{1,20}:[^{}]{0,60},)?path:\.(?!body|request|messages|input|content|parts|system|history|prompt|tool|model|\d)[a-z]/,
  /valueforpath/,
  // A text of WhatsApp has a `body`; texts of conversations have none.
  /text\.body/,
  /valueforfieldresource\./,
  /param:input_reference/,
  /innererror:\{(?:code:invalidimage|date:|request-id:)/,
  /cloudinary/,
  /dataannotations/,
  /requestbodyhas\d/,
  /result:error,msg:/,
  /^remote:error/,
  /odataerror/,
  /publishrequest/,
  /thegivendatawasinvalid/,
  /id:api\.\w{1,40}\./,
  /ok:false,error(?:_code:\d{3},description|:[a-z_]{1,60}(?:,(?:warning|errors|response_metadata|headers)|\})):?/,
  /microsoftgraph/,
  /smtp/,
  /kafka/,
  // Vertex AI wraps it in an exception of its client.
  /^(?!.*gax\.).*statusruntime/,
  /graph(?:ql|api)/,
  /sqlite/,
  /psql/,
  /postgres/,
  /mysql/,
  /docker/,
  /kube(?:rn|let)/,
  /podman/,
  /containerd/,
  /image(?:layer|manifest|pull|registry)/,
  /magick/,
  /cl_invalid|opencl|vulkan|device\w{2,20}doesnotsupport/,
  /disk(?:is|quo|full)/,
  /nospaceleft/,
  /enospc/,
  /enoent/,
  /eacces(?!s)/,
  /emfile/,
  /read-onlyfilesystem/,
])

/** What upload forms say about pictures and files. */
const uploads = anyOf([
  /only(?:jpe?g|png)(?:,|or|and)/,
  /(?:selected|another)(?:image|photo|picture|file)(?!.*model)/,
  /(?:use|choose|select|upload)an?(?:jpe?g|png|\w{0,20}(?:image|photo|picture)[.,}])/,
  /allowedtypes:/,
  /(?:avatar|profile|logo|thumbnail|cover)_?(?:image|photo|picture)/,
  /(?:toolarge|unsupported)(?:to(?:be)?(?:upload|preview)|forthis(?:listing|profile))/,
  /^(?:error:)?(?:image|file|photo|pdf|video)(?:is)?too(?:large|big)[.,]?max(?:imum)?(?:file)?size/,
  /^(?:error:|\{\w{1,7}:|[45]\d\d:?){0,2}(?:image|file|audio|video|document)_?(?:url|file|data|path)?(?:is|mustbe)(?:required|provided|missing)\W{0,2}$/,
  /code:(?:file|upload|attachment)_(?:size|too|type)/,
  /uploadexception:invalidbase64imagedata/,
])

/** Chats in which people talk to agents, which may post errors of their provider there. */
const chats = anyOf([
  /discord(?!app\.\w{3}\/attach)/,
  /telegram/,
  /(?<!call|result|block|message|output)slack(?!ing)/,
  /twilio/,
  /whatsapp/,
])

/** Words that no error of a chat service holds. */
const saidOfModels = anyOf([
  ...ofModels,
  /invalid_request_error/,
  /generativeai|ai_apicall/,
  /tool_?(?:use|result|calls?)(?![a-z])/,
])

/** Programs and services that print their name before their complaint. */
const namedSystem =
  /^(?:error:)?(?:kubectl|gcloud|lex|asana|jira|notion|airtable|hubspot|zendesk|intercom|salesforce|shopify|trello|gitlab|bitbucket|terraform|ansible|helm|deepgram|assemblyai|mailgun|postmark|joi|yup|ajv|openapi-?validator|protobuf|protoc|mongo(?:db)?|redis|elasticsearch|rabbitmq|nats|mqtt|rekognition|textract|ckan|prometheus|grafana|pandoc|ffmpeg|pillow)(?:api)?(?:error)?:/

/** Parameters of AWS services begin with a capital, those of its models do not. */
const awsParameter = /(?:(?:type|value|length)forparameter|parameterin(?:input:)?)[A-Z]/

/** Signs that a body refuses a request to a model, whatever its form: the providers' error type, a path into the messages. */
const ofRequest = /invalid_request_error|(?<![a-z_])(?:messages|input|contents)(?:[./]\d{1,4}(?!\d)|,\d{1,4},)/

/** Bodies of services that also have messages and the same error types. */
const ownBody = anyOf([
  /(?:^|type:)oauthexception/,
  /details:\.?\{message:[^{}]*,property:/,
  /variable\$\w{1,40}(?:got|of)/,
  /doc_url:/,
  /error:\{root_cause:/,
])

/** The route in an error, where it is none that takes conversations. */
const toldRoute =
  /(?:instance:|path:(?=\/api\/))(\/(?!v\d|[^,}]{0,40}(?:chat|complet|messages|response|generat))[^,}]*)/

const routesOfModels = anyOf([...ofModels, /claude|gpt|model|deployment/])

function isOfOtherRoute(lower: string): boolean {
  const route = toldRoute.exec(lower)?.[1]
  return route !== undefined && !takesConversations.test(route) && !routesOfModels.test(route)
}

/** Bodies of web frameworks and other services, about their own fields. */
const frameworkBody = anyOf([
  /errors:\.?\{message:[^{}]*,field:(?!messages|input|contents)/,
  /^\{errors:\.\{(?!code:|message:[^{}]*,code:|[^}]*(?:(?:messages|input|contents)[./]|messages(?:[:}]|must)|model(?:does|is)))/,
  /(?:^\{|error:\{)errcode:(?:\d{4}|m_)/,
  /source:\{pointer:(?!\/(?:body\/|request\/)?(?:messages|input|contents)(?:[/},]|$))/,
  /code:\w+,message:[^{}]*,data:\{status:\d{3}/,
  /service:(?!\w{0,8}(?:bedrock|codewhisperer|sagemaker|qbusiness))\w+[,;]statuscode:/,
  /bodyfailedvalidation/,
  /either(?:an?|the)?\w{2,16}or(?!\w{0,16}(?:messages|prompt|input|content|tool))\w{2,16}mustbe(?:provided|specified|given|set)/,
  /field_?violations:?\.?\{field:(?!contents|system|request)/,
  /error:invalid_\w{1,20},error_description:(?![^}]{0,80}messages)/,
  /object:error,status:\d{3},code:/,
  /statuscode:\d{3},name:(?!ai_|api_?(?:call|status)?error|(?:bad|invalid)_?request|unprocessable|validationexception)\w+,message:/,
  /type\.googleapis\.com\/google\.(?!rpc|ai|api|cloud\.ai)/,
  /modelstate:/,
  /^(?!.*errors:\{\.?(?:\$\.)?(?:messages|input|contents)).*oneormorevalidationerrorsoccurred/,
  /^\{message:(?!\.?messages(?:must|should|cannot|required|必)|\.?eachvalueinnestedpropertymessages)[^{}]*,statuscode:400\}$/,
  /^\{(?=[^{}]*error:badrequest[,}])(?:(?:statuscode|code|error):\w+,)*message:(?!\.?messages(?:must|should|cannot|required|必)|\.?eachvalueinnestedpropertymessages)[^{}]*\}$/,
])

/**
 * Tells who speaks in an error. The status of a refusal on the error object decides for a provider. The name of another system
 * decides against a status in words or in the body, and against a path into a list of messages.
 *
 * @param body the body as it was sent, where it has been parsed
 *
 * @example
 * speakerOf(foldText('Failed to load image layer: docker'), [], 'nothing') // 'other'
 */
export function speakerOf(
  text: FoldedText,
  paths: readonly RequestPath[],
  refused: RefusedBy,
  body?: FoldedText,
): Speaker {
  const { cased, lower } = body ?? text
  const isOfRequest = paths.some(isInList) || ofRequest.test(lower)
  const isFramework = !isOfRequest && (frameworkBody.test(lower) || isOfOtherRoute(lower))
  if (refused === 'elsewhere' || isFramework || ownBody.test(lower)) return 'other'
  if (refused === 'status') return 'provider'
  if (!isOfRequest && uploads.test(lower)) return 'other'
  if (otherSystems.test(lower) || namedSystem.test(lower) || awsParameter.test(cased)) return 'other'
  const isOwnPath = paths.some(({ hasIndex, own }) => own && hasIndex)
  if (chats.test(lower) && !isOwnPath && !saidOfModels.test(lower)) return 'other'
  const isProvider = refused !== 'nothing' || refusalWords.test(lower) || clientError.test(cased) || isOwnPath
  return isProvider ? 'provider' : 'unknown'
}
