import { printedBody } from './printed-body.ts'
import { withoutInput } from './without-input.ts'

/**
 * What the fields of an error carry, in lower case. Only these are read: a client also hangs the request on its errors
 * (`requestBodyValues`, `config`, `request`), and prompts or tool output must not be taken for the provider's words.
 */
const fieldsByRole = {
  text: 'message msg errormessage error_message status_msg errmsg description reason raw responsebody body text detail title defaultmessage faultstring textpayload issue problem',
  label:
    'param code error_code errorcode lc_error_code type name status statuscode field loc path instancepath propertypath property pointer keys paths max_side_length_pixels',
  nested:
    'error errors cause data details response lasterror metadata innererror fieldviolations issues violations output reply err properties fault base_resp validation nested _embedded source attributes values json jsonpayload basedata fields',
} as const

type Role = keyof typeof fieldsByRole

const roles: ReadonlyMap<string, Role> = new Map(
  Object.entries(fieldsByRole).flatMap(([role, fields]) => fields.split(' ').map((field) => [field, role as Role])),
)

/** Relays name the field that holds the original error as they like: `upstream_error`, `originalException`, `rawReason`. */
const namesAnError = /error|exception|upstream|failure|reason/i

/** Validators of web frameworks name a complaint by its path: `errors: { 'messages.1.content': ['is required'] }`. */
const isPath = /^(?:\$\.)?(?:messages|input|contents)[.[]/i

/** Others nest the same as objects: `{ messages: { 1: { content: ['is required'] } } }`. */
const isList = /^(?:messages|input|contents)$/i
const isIndexed = (content: unknown): boolean => {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return false
  const own = fieldsOf(content)
  return own.length > 0 && own.every((field) => /^\d{1,6}$/.test(field))
}

const roleOf = (field: string): Role | undefined =>
  roles.get(field.toLowerCase()) ?? (isPath.test(field) ? 'label' : namesAnError.test(field) ? 'text' : undefined)

/** Names of fields that are not own enumerable on an `Error`. */
const hiddenFields = ['message', 'name', 'cause', 'errors'] as const

const MAX_OBJECTS = 64
const MAX_DEPTH = 8
const MAX_FIELDS = 48
const MAX_SEGMENTS = 16
const HEAD = 24_576
const TAIL = 8_192
const ANCHOR = 64
const MAX_PLACES = 8

/** A run of empty lines, shortened to three: patterns that start at each of them would take quadratic time. */
const emptyLines = /\n(?:[^\S\n]*\n){8,}/g

/** Of a very long text only the beginning and the end are read: provider and wrapper speak first or last. */
const clip = (text: string): string =>
  (text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text).replaceAll(emptyLines, '\n\n\n\n')

/** Where an inspected error shows the request, and the fields of the error behind it: a prompt must not be read as a complaint. */
const REQUEST = 'requestBodyValues'
const ownFields = /\b(?:statusCode|responseHeaders|responseBody|isRetryable):/

/** A stack frame: names of functions must not be read as a complaint. */
const stackFrame =
  /(?:\n|\\n)\s{0,80}(?:at|from) [^\n\\]{1,200}:\d{1,7}(?:\)?|:in [`'][^\n\\]{1,80}')(?= \{\n|\n|\\n|$)/g

/** A printed error without the request in it. */
function withoutRequest(text: string): string {
  const start = text.indexOf(REQUEST)
  if (start < 0) return text
  const rest = text.slice(start)
  const end = ownFields.exec(rest)?.index
  return end === undefined ? text.slice(0, start) : text.slice(0, start) + rest.slice(end)
}

/** Reads a field of a thrown value; undefined where a getter or a Proxy throws, or the value has no fields. */
function read(value: unknown, field: string): unknown {
  try {
    return (value as Record<string, unknown>)[field]
  } catch {
    return undefined
  }
}

function fieldsOf(value: object): readonly string[] {
  try {
    const own = Object.keys(value)
    return own.length > MAX_FIELDS ? own.slice(0, MAX_FIELDS) : own
  } catch {
    return []
  }
}

/** The end of the name of an exception. */
const exceptionName = /(?:Error|Exception)$/

/**
 * `result` of a Claude Code run or of a batch request is an answer, and read only where it is marked as an error; `value` of a
 * Sentry exception is a message where its `type` names an exception.
 */
function roleOfResult(value: object, field: string): Role | undefined {
  if (field === 'value') return exceptionName.test(`${read(value, 'type')}`) ? 'text' : undefined
  if (field !== 'result') return undefined
  const isErrored = read(read(value, field), 'error') !== undefined
  return isErrored || read(value, 'is_error') === true ? 'text' : undefined
}

/** Claude Code turns an API error into a message: its content is the error. */
function contentOf(value: object, field: string): unknown {
  const content = read(value, field)
  const isMessage = field === 'message' && typeof content === 'object' && content !== null
  return isMessage && read(value, 'isApiErrorMessage') === true ? read(content, 'content') : content
}

/** `instanceof` and `isArray` throw on a revoked Proxy. */
function isSafely(check: (value: unknown) => boolean, value: unknown): boolean {
  try {
    return check(value)
  } catch {
    return false
  }
}

const isError = (value: unknown): value is Error => value instanceof Error

const decoder = new TextDecoder()

/** A buffer that was printed as JSON. */
const printedBytes = (value: object): Uint8Array | undefined => {
  const data = read(value, 'type') === 'Buffer' ? read(value, 'data') : undefined
  return Array.isArray(data) ? Uint8Array.from(data.slice(0, HEAD) as number[]) : undefined
}

/** A body that arrived as bytes, as some SDKs hand it on. */
function textOfBytes(value: object): string | null {
  try {
    const sent = printedBytes(value) ?? value
    const bytes = sent instanceof ArrayBuffer ? new Uint8Array(sent) : sent
    return bytes instanceof Uint8Array ? decoder.decode(bytes.subarray(0, HEAD)) : null
  } catch {
    return null
  }
}

class ErrorReader {
  readonly #seen: Set<object> = new Set()
  #length = 0
  /** How many texts were read, labels not counted: an outer message repeats texts, never labels. */
  #texts = 0
  text = ''

  visit(value: object, depth: number): void {
    if (depth > MAX_DEPTH || this.#seen.size >= MAX_OBJECTS || this.#seen.has(value)) return
    this.#seen.add(value)
    const bytes = textOfBytes(value)
    if (bytes !== null) return this.#addText(bytes, depth)
    const own = fieldsOf(value)
    const hidden = isSafely(isError, value) ? hiddenFields.filter((field) => !own.includes(field)) : []
    const textsBefore = this.#texts
    const texts: string[] = []
    const labels: string[] = []
    for (const field of hidden.length === 0 ? own : [...hidden, ...own]) this.#field(value, field, texts, labels, depth)
    const hasBody = this.#texts > textsBefore
    for (const text of texts) if (!this.#repeats(text, hasBody, depth)) this.#addText(text, depth)
    if (labels.length > 0) this.#add(labels.join(', '), depth)
  }

  #field(value: object, field: string, texts: string[], labels: string[], depth: number): void {
    const role = isSafely(Array.isArray, value) ? 'nested' : (roleOf(field) ?? roleOfResult(value, field))
    const content = contentOf(value, field)
    if (content === null || content === undefined) return
    if (isList.test(field) && isSafely(isIndexed, content)) return void texts.push(printedBody({ [field]: content }))
    // An `Error` is read under any field name: `inner`, `jse_cause`, `previous`.
    if (role === undefined && !isSafely(isError, content)) return
    if (typeof content === 'string') {
      if (content === '') return
      if (role === 'label') labels.push(`${field}: ${content.slice(0, 400)}`)
      else texts.push(clip(withoutInput(content)))
    } else if (typeof content === 'number' || typeof content === 'boolean') {
      if (role === 'label') labels.push(`${field}: ${content}`)
    } else if (typeof content === 'object') {
      if (role === 'label' && isSafely(Array.isArray, content))
        labels.push(`${field}: ${field === 'paths' ? pathsOf(content) : pathOf(content)}`)
      else this.visit(content, depth + 1)
    }
  }

  /** SDK errors repeat the parsed body in their message: `400 {"type":"error",...}` or `400 The sentence`. */
  #repeats(text: string, hasBody: boolean, depth: number): boolean {
    if (!hasBody) return false
    return this.#isFull(depth) || /^\d{3} \{/.test(text) || this.#holds(text)
  }

  /** Looks at a few places only: searching a long text in long repetitions takes the product of both lengths. */
  #holds(text: string): boolean {
    const anchor = text.slice(0, ANCHOR)
    let at = this.text.indexOf(anchor)
    for (let place = 0; at >= 0 && place < MAX_PLACES; place++) {
      if (this.text.startsWith(text, at)) return true
      at = this.text.indexOf(anchor, at + 1)
    }
    return false
  }

  /** A long cause must not use up the space of the thrown error itself (depth 0), which is always read. */
  #isFull(depth: number): boolean {
    return depth > 0 && this.#length > HEAD + TAIL
  }

  #addText(text: string, depth: number): void {
    this.#texts++
    this.#add(text, depth)
  }

  #add(text: string, depth: number): void {
    if (this.#isFull(depth)) return
    this.text = this.#length === 0 ? text : `${this.text} ;\n${text}`
    this.#length += text.length
  }
}

/** A location given as a list: `['body', 'messages', 1, 'role']`. */
const pathOf = (content: object): string => joined(content, '.')

/** Several locations: `['messages.0.content.1', 'messages.4.content.0']`. */
const pathsOf = (content: object): string => joined(content, ', ')

function joined(content: object, by: string): string {
  try {
    return Array.isArray(content) ? content.slice(0, MAX_SEGMENTS).map(String).join(by) : ''
  } catch {
    return ''
  }
}

/** Fields of a body that hold no further error. */
const plainFields: ReadonlySet<string> = new Set(
  'message type param code status request_id object http_code provider'.split(' '),
)

/**
 * The common case without a walk: an SDK error whose parsed body holds one sentence, and nothing further inside.
 * Null when there may be more to read.
 */
function plainBodyText(error: object): string | null {
  const body = read(error, 'error')
  if (typeof body !== 'object' || body === null || read(error, 'cause') !== undefined) return null
  const inner = read(body, 'error')
  const holder = typeof inner === 'object' && inner !== null ? inner : body
  const message = read(holder, 'message')
  if (typeof message !== 'string' || message === '' || message.length > 2000 || message.includes('{')) return null
  if (fieldsOf(holder).some((field) => !plainFields.has(field))) return null
  return message + plainLabels(holder)
}

const plainLabelFields = ['param', 'code', 'type'] as const

function plainLabels(holder: object): string {
  let labels = ''
  for (const field of plainLabelFields) {
    const label = read(holder, field)
    if ((typeof label === 'string' && label !== 'invalid_request_error' && label !== '') || typeof label === 'number')
      labels += `, ${field}: ${label}`
  }
  return labels === '' ? '' : ` ;\n${labels.slice(2)}`
}

/**
 * The provider's words out of any shape of error: SDK error objects, `cause` chains, aggregate errors, bodies as strings or
 * bytes, opencode's `{ name, data }`. Never throws; the work is bounded.
 *
 * @example
 * unwrapError(new Error('outer', { cause: { error: { message: 'inner', code: 'x' } } })) // 'inner ;\ncode: x ;\nouter ;\nname: Error'
 */
export function unwrapError(error: unknown): string {
  if (typeof error === 'string') return withoutRequest(clip(withoutInput(error))).replaceAll(stackFrame, '')
  if (typeof error !== 'object' || error === null) return ''
  const plain = plainBodyText(error)
  if (plain !== null) return plain
  const reader = new ErrorReader()
  reader.visit(error, 0)
  return reader.text
}
