import { anyOf } from '../words/any-of.ts'
import type { FoldedText } from '../words/fold-text.ts'
import { providerNames } from '../words/provider-names.ts'

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
  ...providerNames,
  /invalid_request_error/,
  /generativeai|ai_apicall/,
  /tool_?(?:use|result|calls?)(?![a-z])/,
])

/** Programs and services that print their name before their complaint. */
const namedSystem =
  /^(?:error:)?(?:kubectl|gcloud|lex|asana|jira|notion|airtable|hubspot|zendesk|intercom|salesforce|shopify|trello|gitlab|bitbucket|terraform|ansible|helm|deepgram|assemblyai|mailgun|postmark|joi|yup|ajv|openapi-?validator|protobuf|protoc|mongo(?:db)?|redis|elasticsearch|rabbitmq|nats|mqtt|rekognition|textract|ckan|prometheus|grafana|pandoc|ffmpeg|pillow)(?:api)?(?:error)?:/

/** Parameters of AWS services begin with a capital, those of its models do not. */
const awsParameter = /(?:(?:type|value|length)forparameter|parameterin(?:input:)?)[A-Z]/

/**
 * Whether an error names another system that speaks of messages, roles and images, or is worded as an upload form.
 *
 * @param known `isOfRequest`: a body refuses a request to a model; `isOwnPath`: a path leads into a list of the conversation
 * @example
 * isOfOtherSystem(foldText('DiscordAPIError: message is empty'), { isOfRequest: false, isOwnPath: false }) // true
 */
export function isOfOtherSystem(
  { cased, lower }: FoldedText,
  { isOfRequest, isOwnPath }: { readonly isOfRequest: boolean; readonly isOwnPath: boolean },
): boolean {
  if (!isOfRequest && uploads.test(lower)) return true
  if (otherSystems.test(lower) || namedSystem.test(lower) || awsParameter.test(cased)) return true
  return chats.test(lower) && !isOwnPath && !saidOfModels.test(lower)
}
