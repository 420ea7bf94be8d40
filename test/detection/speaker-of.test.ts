import { expect, test } from 'vitest'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { isRefusal, type RefusedBy } from '../../src/detection/shapes/is-refusal.ts'
import type { RequestPath } from '../../src/detection/paths/request-path.ts'
import { type Speaker, speakerOf } from '../../src/detection/speakers/speaker-of.ts'

/** Each shows one sign of a provider, and no other. */
const ofProviders: readonly string[] = [
  ...'{"error":{ {"code":2001, {"code":"bad {"detail":"No. {"object":"error"'.split(' '),
  ...'invalid_request bad_request ValidationException INVALID_ARGUMENT unprocessable 422 clientspecified'.split(' '),
  ...'generativeai jinja TemplateError api_error type:server_error ai_apicallerror unsupportedFunctionality'.split(' '),
  ...'springframework.ai microsoft.extensions.ai google.adk genkit crewai semantic_kernel llamaindex vertexai'.split(
    ' ',
  ),
  ...'strands.x langchain mastra pydantic_ai agents.exceptions error_code:336003 qianfan baidu_error'.split(' '),
  ...'千帆 文心 hunyuan 混元 doubao 豆包 volcengine arkhttp 火山 kimi 智谱 glm-4 siliconflow databricks'.split(' '),
  ...'cerebras watsonx fireworks.ai llm openai deepseek mistral cohere groq qwen moonshot minimax ollama'.split(' '),
  ...'anthropic bedrock gemini'.split(' '),
  'message at index 3',
  'message 3 must be',
  'unexpected role in the message',
  'messages array',
  'messages 参数',
  '条消息必须',
  '第3条消息',
  'tool消息',
  'failed to parse messages: x',
  'request id: 20260101123456',
  'input_image part',
  'chat history must',
  'model that you are using',
  'model returned the',
  'validating vision',
  'unable to submit request',
  'error from provider',
  'provider returned',
  'messages: x',
  'image in the history',
  'messages with role',
  'message conversion error',
  'message role',
  'role and content',
  'message of role x is assistant',
  'role of a message is assistant',
]

/** Each shows one sign of another system, and no other. */
const ofOthers: readonly string[] = [
  ...'discord telegram sendgrid StrictDecodingError dall-eImageSize firebase stripe'.split(' '),
  ...'cloudinary DataAnnotations odataerror PublishRequest pubsub pub/sub slack twilio microsoftgraph'.split(' '),
  ...'whatsapp smtp kafka statusruntime graphql sqlite psql postgres mysql docker kubelet podman containerd'.split(' '),
  ...'imagelayer magick allowedTypes: avatar_image cl_invalid opencl vulkan enospc enoent eacces emfile'.split(' '),
  ...'code:file_too_large code:50035'.split(' '),
  'when calling the PutObject operation',
  'Bad Request: photo_invalid',
  'Bad Request: message is not modified',
  'message failed schema validation',
  'while reranking',
  'line client',
  'message (messages.1) in the request body',
  'param: mask',
  'code: custom, path: .avatar',
  'value for path',
  'value for field resource.name',
  'param: input_reference',
  'innererror: {date: 1',
  'request body has 2',
  'result: error, msg: x',
  'remote: error',
  'the given data was invalid',
  'id: api.post.x.',
  'ok: false, error: channel_not_found}',
  'only png, please',
  'select a png',
  'try another photo',
  'too large to preview',
  'photo is too big. max size',
  'file is required',
  'device x y does not support',
  'disk full',
  'no space left',
  'read-only file system',
]

/** Programs and services that speak when their names stand in front. */
const named: readonly string[] = [
  ...'kubectl gcloud lex asana jira notion airtable hubspot zendesk intercom salesforce shopify trello'.split(' '),
  ...'gitlab bitbucket terraform ansible helm deepgram assemblyai mailgun postmark joi yup ajv openapi-validator'.split(
    ' ',
  ),
  ...'protobuf protoc mongo redis elasticsearch rabbitmq nats mqtt rekognition textract ckan prometheus'.split(' '),
  ...'grafana pandoc ffmpeg pillow'.split(' '),
].map((name) => `Error: ${name}: it is gone`)

/** What clients of providers call their errors. */
const ofClients: readonly string[] = [
  ...'APIError APIConnectionError APIStatusError APICallError APIerror ConversationError TranscriptException'.split(
    ' ',
  ),
  ...'AssistantMessageFormatError MessageStructureValidationError ToolCallProtocolError ToolResultError'.split(' '),
  ...'PromptException ChatHistoryError ChatContextMessageError'.split(' '),
  'detail: x',
]

/** Bodies of web frameworks and other services, which answer with the status of a refusal, too. */
const bodies: readonly string[] = [
  'type: OAuthException',
  'errors: [{ message: x, field: name',
  '{"errors":[{"title":"x","detail":"y"}]}',
  '{"errors":[{"code":"x","detail":"y","source":{"pointer":"/data"}}]}',
  '{"errcode":40035,"errmsg":"x"}',
  '{"code":"x","message":"y","data":{"status":400}}',
  'details: [{ message: x, property: name',
  'service: DynamoDB; status code: 400',
  'body failed validation',
  'variable $input got x',
  'either a name or an id must be provided',
  'fieldViolations: [{ field: parent',
  'error: invalid_grant, error_description: x',
  'object: error, status: 400, code: x',
  'error: { root_cause: x',
  'type.googleapis.com/google.pubsub',
  'modelState: x',
  'one or more validation errors occurred',
  'doc_url: x',
  'path: /api/users',
  'instance: /comments/12',
  'statusCode: 422, name: invalid_attachment, message: x',
  '{"message":"x","statusCode":400}',
  '{"statusCode":400,"error":"Bad Request","message":"x"}',
]

/** Those that somebody else is taken to have said. */
const notBy = (speaker: Speaker, refused: RefusedBy, texts: readonly string[]): readonly string[] =>
  texts.filter((text) => speakerOf(foldText(text), [], refused) !== speaker)

test('a sign of a provider is not seen where nothing else shows one', () => {
  expect(notBy('provider', 'nothing', [...ofProviders, ...ofClients])).toEqual([])
})

test('a refusal over gRPC is taken for that of a model, whoever answers', () => {
  const overGrpc = [
    'rpc error: code = InvalidArgument',
    'code = INVALID_ARGUMENT desc = x',
    'StatusCode.INVALID_ARGUMENT: x',
    '3 INVALID_ARGUMENT: x',
    'Error: 3 INVALID_ARGUMENT: x',
    'Error: code 3 INVALID_ARGUMENT: x',
  ]
  expect(notBy('unknown', 'nothing', overGrpc)).toEqual([])
  expect(overGrpc.filter(isRefusal)).toEqual([])
  expect(notBy('provider', 'nothing', ['400 INVALID_ARGUMENT: x', 'status: INVALID_ARGUMENT'])).toEqual([])
})

test('a provider is heard where nothing shows one', () => {
  expect(notBy('unknown', 'nothing', ['', 'It is gone.', 'ToolError', 'ApiError', 'mongo', 'api/users'])).toEqual([])
})

test('a sign of another system counts for less than words of a refusal, or for more than its status', () => {
  expect(notBy('other', 'words', [...ofOthers, ...named])).toEqual([])
  expect(notBy('provider', 'status', [...ofOthers, ...named])).toEqual([])
  expect(notBy('other', 'words', ['Invalid type for parameter Bucket', 'Unknown parameter in input: Key'])).toEqual([])
  expect(
    notBy('provider', 'words', ['Invalid type for parameter messages', 'Unknown parameter in input: messages']),
  ).toEqual([])
})

test('the body of another service is taken for a refusal because of its status', () => {
  expect(notBy('other', 'status', bodies)).toEqual([])
})

test('a list of errors counts as that of another service though it names the messages, or a code as providers do', () => {
  const ofModels = [
    '{"errors":[{"path":"/messages/2","message":"x"}]}',
    '{"errors":[{"code":"invalid_type","source":{"pointer":"/messages/1/content"}}]}',
    '{"errors":[{"code":"invalid_input_argument","message":"x"}]}',
    '{"errors":[{"message":"x","code":5006}]}',
  ]
  expect(notBy('provider', 'status', ofModels)).toEqual([])
})

test('a request to a model is taken for that of another service because of the form of the body that refuses it', () => {
  const ofModels = [
    '{"errors":[{"title":"x","source":{"pointer":"/messages"}}]}',
    '{"errors":[{"title":"x","source":{"pointer":"/body/messages/0/content"}}]}',
    '{"errors":[{"loc":["body","messages",0,"content"],"msg":"x"}]}',
    '{"errors":[{"message":"x","type":"invalid_request_error"}]}',
    '{"errors":[{"message":"messages: x"}]}',
    '{"errors":[{"message":"Model does not x"}]}',
    'data: {"status":400,"error":{"message":"x"}}',
    '{"statusCode":400,"name":"BadRequestError","message":"x"}',
    '{"error":{"errcode":"invalid_parameter_error","message":"x"}}',
    '{"errcode":40035,"errmsg":"messages[0].content: x"}',
    '{"message":"messages.0.content: x","statusCode":400}',
    ...['serving-endpoints/claude/invocations', 'invocations', 'llm/v1/ask', 'openai/deployments/x/extensions'].map(
      (route) => `instance: /${route}`,
    ),
  ]
  expect(notBy('provider', 'status', ofModels)).toEqual([])
})

test('words of a form for uploads outweigh the type that a provider gives its refusal, or count for nothing', () => {
  const words = ['Try again with another image', 'use a png, or x', 'only png, please']
  expect(notBy('other', 'words', words)).toEqual([])
  expect(
    notBy(
      'provider',
      'words',
      words.map((message) => JSON.stringify({ error: { message, type: 'invalid_request_error' } })),
    ),
  ).toEqual([])
  expect(
    notBy('provider', 'words', ['400 selected image x for this model', 'tool pubsub_pull: 400', '400 epub submitted']),
  ).toEqual([])
})

test('a service that has messages and types of errors as providers is taken for one', () => {
  const ofServices = [
    'type: invalid_request_error, doc_url: x',
    'variable $input got x at input.messages[0]',
    'details: [{ message: x, property: messages[0].text',
  ]
  expect(notBy('other', 'status', ofServices)).toEqual([])
})

test('a path into the messages of a request is a sign only where it is of the text and has a place', () => {
  const path = { names: ['messages'], hasIndex: true, own: true }
  const speakers = [path, { ...path, hasIndex: false }, { ...path, own: false }].map((one) =>
    speakerOf(foldText('It is gone.'), [one as unknown as RequestPath], 'nothing'),
  )
  expect(speakers).toEqual(['provider', 'unknown', 'unknown'])
})

test('the folded words are read in the place of the body, or an error from elsewhere is given a provider', () => {
  expect(speakerOf(foldText('openai'), [], 'nothing', foldText('docker'))).toBe('other')
  expect(speakerOf(foldText('openai'), [], 'elsewhere')).toBe('other')
})

test('an agent in a chat is taken for the chat, or an error of the chat for one of its provider', () => {
  const body = 'error: {"type":"invalid_request_error","message":"Could not process PDF"}'
  const ofChats = ['Telegram bot', 'discord: reply', 'Slack handler', 'whatsapp'].map((chat) => `${chat} ${body}`)
  expect(notBy('provider', 'nothing', ofChats)).toEqual([])
  expect(notBy('other', 'nothing', ['Telegram error: 400 Bad Request: the file is too big', 'discord 422'])).toEqual([])
  expect(notBy('other', 'nothing', [`DiscordAPIError[50035]: ${body}`])).toEqual([])
})

test('a client that reads files, takes uploads or writes to the log of a phone counts for more than what it is refused with', () => {
  const clients = ['java.io.IOException', 'FileUploadException', 'App\\ImageUploadException', 'E/ReactNativeJS']
  const sentences = [
    'This model does not support image input',
    'image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes',
    '{"error":{"code":"1210","message":"API 调用参数有误，请检查文档。"}}',
  ]
  const texts = clients.flatMap((name) => sentences.map((sentence) => `${name}: ${sentence}`))
  expect(notBy('unknown', 'nothing', texts)).toEqual([])
  expect(notBy('other', 'nothing', ['App\\ImageUploadException: Invalid base64 image data provided'])).toEqual([])
})

test('a program or service that is named behind other words is taken for who speaks', () => {
  const texts = named.map((text) => `Bad request, not an ${text}`)
  expect(notBy('provider', 'words', texts)).toEqual([])
})
