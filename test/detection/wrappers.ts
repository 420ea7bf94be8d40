/** The ways in which clients, proxies and terminals carry a provider's sentence. Each takes and gives a thrown value. */
export type Wrapper = (sentence: string) => unknown

const body = (message: string): object => ({
  type: 'error',
  error: { type: 'invalid_request_error', message },
  request_id: 'req_011CUdL49e3Fu9bCKbWF6cXD',
})

const json = (message: string): string => JSON.stringify(body(message))

/** A Python repr of the body, with the quote that the sentence does not use. */
export function pythonRepr(message: string): string {
  const quoted = message.includes("'") ? `"${message.replaceAll('"', '\\"')}"` : `'${message}'`
  return `Error code: 400 - {'type': 'error', 'error': {'type': 'invalid_request_error', 'message': ${quoted}}}`
}

/** Breaks at a column inside words, as terminals do, with the indent that a log adds. */
export const hardWrap =
  (column: number, indent = ''): ((text: string) => string) =>
  (text) =>
    (text.match(new RegExp(`[\\s\\S]{1,${column}}`, 'g')) ?? []).join(`\n${indent}`)

const box = (text: string): string =>
  `╭${'─'.repeat(60)}╮\n${hardWrap(58)(text)
    .split('\n')
    .map((line) => `│ ${line.padEnd(58)} │`)
    .join('\n')}\n╰${'─'.repeat(60)}╯`

/** Wrappers of text: they can be stacked in any order. */
export const textWrappers: Record<string, (text: string) => string> = {
  'a log prefix': (text) => `2026-09-04T10:11:12Z ERROR api-1  | ${text}`,
  'a Claude Code prefix': (text) => `API Error: 400 ${text}`,
  'a LiteLLM prefix': (text) =>
    `litellm.BadRequestError: AnthropicException - ${text}. Received Model Group=x\nAvailable Model Group Fallbacks=None`,
  'a hard wrap at 80': hardWrap(80),
  'a hard wrap at 47 with an indent': hardWrap(47, '     '),
  'a box': box,
  colours: (text) => `\u001b[31m\u001b[1mError:\u001b[0m ${text.replaceAll(' ', '\u001b[2m \u001b[0m')}`,
  'lost backticks': (text) => text.replaceAll('`', ''),
  'curly quotes': (text) => text.replaceAll("'", '’').replaceAll('"', '“'),
  'a body as JSON': json,
  'JSON in JSON': (text) => JSON.stringify({ error: { code: 400, message: json(text), status: 'INVALID_ARGUMENT' } }),
  'a raw field': (text) =>
    `HTTP 400: ${JSON.stringify({ error: { message: 'Provider returned error', code: 400, metadata: { raw: json(text), provider_name: 'Anthropic' } } })}`,
  'a false status': (text) => `429 All accounts exhausted. Last error: HTTP 400: ${json(text)} (reset after 30s)`,
  'a Python repr': pythonRepr,
  bytes: (text) => `Bad response code, expected 200: {'status_code': 400, 'body': b'${json(text)}'}`,
  'a request id': (text) => `${text} (request id: 20260225141044173361254Wx47AhVR)`,
}

class SdkError extends Error {
  readonly status: number
  readonly error: object
  readonly headers: object = {}

  constructor(status: number, message: string, error: object) {
    super(message)
    this.status = status
    this.error = error
  }
}

/** What a program says while it works. */
const chatter = Array.from(
  { length: 30 },
  (_, at) =>
    `2026-03-01T10:10:${at + 10}Z [info] session=${at} module @app/feature-${at} in ${at * 3} ms, path=/home/dev/${at}`,
).join('\n')

/** Wrappers that make an error object, or that nothing wraps and breaks again: a page, a log. */
export const objectWrappers: Record<string, Wrapper> = {
  'colours that lost their escape': (text) => `[31m[1mError:[22m[39m [31m${text}[39m`,
  'a page': (text) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll("'", '&#39;'),
  'a query of a redirect': (text) =>
    `https://app.example/cb?error=invalid_request&error_description=${encodeURIComponent(text)}`,
  'a form': (text) => new URLSearchParams({ error: text }).toString(),
  'a URL inside a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'blanks as plus signs': (text) => text.replaceAll(' ', '+'),
  'entities by number': (text) => text.replaceAll(/["'`<>&_]/g, (mark) => `&#${mark.charCodeAt(0)};`),
  'entities of entities': (text) =>
    text.replaceAll('"', '&amp;quot;').replaceAll("'", '&amp;#x27;').replaceAll(' ', '&nbsp;'),
  'a page with code': (text) => text.replaceAll(/`([^`]+)`/g, '<code>$1</code>').replaceAll('. ', '.<br>\n'),
  'a CDATA section': (text) => `<error code="400"><![CDATA[${text}]]></error>`,
  'colours whose escape is written out': (text) =>
    text
      .replaceAll(/ (\w+) /g, ' ^[[31m$1^[[0m ')
      .replace(/^/, '\\033[1m')
      .replace(/$/, '\\u{1b}[0m'),
  'lost underscores': (text) => text.replaceAll(/(?<=tool|reasoning|thinking|content)_(?=[a-z])/g, ''),
  'full-width marks': (text) =>
    text.replaceAll(':', '：').replaceAll(',', '，').replaceAll('(', '（').replaceAll('-', '‐'),
  'a prefix before each line': (text) => hardWrap(90)(text).replaceAll(/^/gm, 'npm ERR! '),
  'a time and a level before each line': (text) => hardWrap(70)(text).replaceAll(/^/gm, '[10:11:12] [ERROR] '),
  'a box of letters': (text) =>
    `+${'-'.repeat(62)}+\n${hardWrap(58)(text.replaceAll('|', '')).replaceAll(/^(.*)$/gm, '|  $1  |')}\n+${'-'.repeat(62)}+`,
  'a dump of PHP': (text) =>
    `array(2) {\n  ["message"]=>\n  string(${text.length}) "${text}"\n  ["type"]=>\n  string(21) "invalid_request_error"\n}`,
  'a frame of Ruby': (text) => `/app/client.rb:12:in \`chat': ${text} (Faraday::BadRequestError)`,
  'an XML element': (text) => `<Error><Code>400</Code><Message>${text}</Message></Error>`,
  'a long log': (text) => `${chatter}\n2026-03-01T10:11:00Z [error] API call failed: 400 ${json(text)}\n${chatter}`,
  'a Ruby hash': (text) =>
    `OpenAI HTTP Error: {"error"=>{"message"=>${JSON.stringify(text)}, "type"=>"invalid_request_error", "param"=>nil}}`,
  'a traceback with code': (text) =>
    `/app/agent.py:88 in run\n❱ 88 │   response = self.client.messages.create(**kwargs)\nBadRequestError: ${pythonRepr(text)}`,
  'a log with times before each line': (text) =>
    `ERROR    Error from API: ${pythonRepr(text)}`.replaceAll(/(.{30,60}) /g, '$1\n2026-03-01 10:00:00           '),
  'a log with places behind its lines': (text) =>
    hardWrap(70)(`[10:00:00] ERROR    ${pythonRepr(text)}`).replace('\n', '  agent.py:88\n'),
  'a toast': (text) => `Something went wrong\n${text}`,
  'a plain Error': (text) => new Error(text),
  'an Anthropic SDK error': (text) => new SdkError(400, `400 ${json(text)}`, body(text)),
  'an OpenAI SDK error': (text) =>
    new SdkError(400, `400 ${text}`, { message: text, type: 'invalid_request_error', param: null, code: null }),
  'a Gemini SDK error': (text) =>
    Object.assign(new Error(JSON.stringify({ error: { code: 400, message: text, status: 'INVALID_ARGUMENT' } })), {
      name: 'ApiError',
      status: 400,
    }),
  'an AWS exception': (text) =>
    Object.assign(new Error(text), {
      name: 'ValidationException',
      $fault: 'client',
      $metadata: { httpStatusCode: 400 },
    }),
  'an AI SDK call error': (text) =>
    Object.assign(new Error('Bad Request'), {
      name: 'AI_APICallError',
      url: 'https://api.example/v1/messages',
      requestBodyValues: { messages: [{ role: 'user', content: 'roles must alternate' }] },
      statusCode: 400,
      responseBody: json(text),
      isRetryable: false,
    }),
  'an AI SDK retry error': (text) =>
    Object.assign(new Error('Failed after 3 attempts.'), {
      name: 'AI_RetryError',
      errors: [new Error('terminated')],
      lastError: Object.assign(new Error(text), { statusCode: 400 }),
    }),
  'an opencode error': (text) => ({
    name: 'APIError',
    data: {
      message: text,
      statusCode: 400,
      isRetryable: false,
      responseBody: json(text),
      metadata: { url: 'http://x' },
    },
  }),
  'a LangChain error': (text) => Object.assign(new Error(`400 ${json(text)}`), { lc_error_code: 'MODEL_ERROR' }),
  'a cause': (text) =>
    new Error('The agent failed', { cause: new Error('request failed', { cause: new Error(text) }) }),
  'an aggregate': (text) => new AggregateError([new Error('fetch failed'), new Error(text)], 'All providers failed'),
  'a response body as bytes': (text) => ({ statusCode: 400, body: new TextEncoder().encode(json(text)) }),
  'a buffer': (text) => new TextEncoder().encode(json(text)).buffer,
  'an error under a name of its own': (text) =>
    Object.assign(new Error('The turn failed'), { inner: Object.assign(new Error(text), { status: 400 }) }),
  'a log line': (text) => ({ level: 50, msg: 'request failed', err: { type: 'BadRequestError', message: text } }),
  'an event of opencode': (text) => ({
    type: 'session.error',
    properties: { error: { name: 'APIError', data: { message: text, statusCode: 400 } } },
  }),
  'a result of the Agent SDK': (text) => ({ type: 'result', is_error: true, result: `API Error: 400 ${text}` }),
  'a message of Claude Code': (text) => ({
    type: 'assistant',
    isApiErrorMessage: true,
    message: { role: 'assistant', content: [{ type: 'text', text: `API Error: 400 ${text}` }] },
  }),
  'an RPC status': (text) => ({ status: { code: 3, message: text } }),
  'a body of tRPC': (text) => ({
    error: { message: text, code: -32600, data: { code: 'BAD_REQUEST', httpStatus: 400, path: 'chat.send' } },
  }),
  'an error of tRPC that repeats its body': (text) =>
    Object.assign(new Error(`400 ${json(text)}`), { data: { code: 'BAD_REQUEST', httpStatus: 400 } }),
  'an event of Sentry': (text) => ({
    level: 'error',
    exception: { values: [{ type: 'BadRequestError', value: text, mechanism: { handled: true } }] },
  }),
  'an event of a span': (text) => ({ name: 'exception', attributes: { 'exception.message': text } }),
  'a buffer that was printed': (text) => ({ statusCode: 400, body: Buffer.from(json(text)).toJSON() }),
  'a record that names the error behind its message': (text) =>
    JSON.stringify({ level: 50, err: { message: text, name: 'BadRequestError' }, msg: 'turn failed' }),
  'an exception of Guzzle': (text) =>
    `ClientException: Client error: \`POST https://api.example.com/v1/messages\` resulted in a \`400 Bad Request\` response:\n${json(text)}`,
  'an inspected error': (text) =>
    `APICallError [AI_APICallError]: Bad Request\n    at async run (file:///app/run.js:1:2) {\n  statusCode: 400,\n  responseBody: '${text}',\n  isRetryable: false\n}`,
  'an answer with its head': (text) => `HTTP/1.1 400 Bad Request\ncontent-type: application/json\n\n${text}`,
  'a copied chat': (text) =>
    `bob — Today at 10:11 AM\nsomebody else with this?\n${text}\nalice — 11/20/2026 10:12 AM\nsame here`,
  'a list of errors': (text) => [{ error: { code: 400, message: text } }],
  'a dump of Laravel': (text) =>
    `array:2 [\n  "type" => "error"\n  "error" => array:2 [\n    "type" => "invalid_request_error"\n    "message" => ${JSON.stringify(text)}\n  ]\n]`,
  'a case of a Swift error': (text) =>
    `ClientError.badRequest(message: ${JSON.stringify(text)}, type: Optional("invalid_request_error"))`,
  'an exception of Dart': (text) =>
    `ClientException({\n  "uri": "https://api.example/v1/messages",\n  "code": 400,\n  "body": ${json(text)}\n})`,
  'an answer in Julia': (text) =>
    `ERROR: HTTP.Exceptions.StatusError(400, "POST", "/v1/messages", HTTP.Messages.Response:\n"""\nHTTP/1.1 400 Bad Request\n\n${json(text)}""")`,
  'a binary of Erlang': (text) => `** exception error: {api_error,400,<<${JSON.stringify(text)}>>}`,
  'a panic of Rust': (text) =>
    `thread 'main' panicked at 'called \`Result::unwrap()\` on an \`Err\` value: Api { status: 400, message: ${JSON.stringify(text)} }', src/client.rs:88:5`,
  'a table with its status': (text) => `| Name | Value |\n|---|---|\n| Status | 400 |\n| Message | ${text} |`,
  'a page of Symfony': (text) =>
    `<!-- ${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')} (400 Bad Request) -->\n<!DOCTYPE html>`,
  'a record of a cloud': (text) => ({ severity: 'ERROR', jsonPayload: { message: `400 ${text}` } }),
  'a body of tRPC, parsed': (text) => ({
    error: { json: { message: text, data: { code: 'BAD_REQUEST', httpStatus: 400 } } },
  }),
}
