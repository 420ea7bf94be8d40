import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { readImageHeader } from '../shared/image-header.ts'
import type { ConverseModel } from './models.ts'

export type ConverseRefusal = { message: string; status?: number }

const members = [
  'text',
  'image',
  'document',
  'video',
  'audio',
  'toolUse',
  'toolResult',
  'guardContent',
  'cachePoint',
  'reasoningContent',
  'citationsContent',
  'searchResult',
  'toolAddition',
  'toolRemoval',
]

const resultMembers = ['json', 'text', 'image', 'document', 'video', 'searchResult']

/** The only member that is set in a union; null when there are none or several. Unknown keys are ignored, as by the protocol. */
export function memberOf(block: unknown, known: readonly string[] = members): string | null {
  if (!isRecord(block)) return null
  const set = known.filter((key) => block[key] !== undefined && block[key] !== null)
  return set.length === 1 ? set[0]! : null
}

const constraint = (value: string, at: string, rule: string): ConverseRefusal => ({
  message: `1 validation error detected: Value '${value}' at '${at}' failed to satisfy constraint: Member must ${rule}`,
})

function* checkToken(value: unknown, at: string, characters = 'a-zA-Z0-9_-'): Generator<ConverseRefusal> {
  const token = asText(value)
  if (token.length > 64) yield constraint(token, at, 'have length less than or equal to 64')
  if (!new RegExp(`^[${characters}]+$`).test(token))
    yield constraint(token, at, `satisfy regular expression pattern: [${characters}]+`)
}

/** `ToolUseBlock` of the API reference: dots and colons since 2026. */
const idCharacters = 'a-zA-Z0-9_.:-'

function* checkImage(image: JsonRecord, at: string): Generator<ConverseRefusal> {
  const format = asText(image['format'])
  if (!['png', 'jpeg', 'gif', 'webp'].includes(format))
    yield constraint(format, `${at}.image.format`, 'satisfy enum value set: [gif, jpeg, png, webp]')
  const source = isRecord(image['source']) ? image['source'] : {}
  if (source['s3Location'] !== undefined) return
  const bytes = asText(source['bytes'])
  if (bytes === '') return yield { message: `The format of the value at ${at}.image.source is invalid.` }
  const header = readImageHeader(Buffer.from(bytes, 'base64'))
  if (header === null)
    return yield { message: `The model returned the following errors: ${at}: Could not process image` }
  if (header.mediaType !== `image/${format}`)
    yield {
      message:
        `The model returned the following errors: ${at}.image.source.base64: The image was specified using the image/${format} ` +
        `media type, but the image appears to be a ${header.mediaType} image`,
    }
}

const documentFormats = ['docx', 'csv', 'html', 'txt', 'pdf', 'md', 'doc', 'xlsx', 'xls']

function* checkDocument(document: JsonRecord, at: string, names: Set<string>): Generator<ConverseRefusal> {
  const { format } = document
  if (format !== undefined && !documentFormats.includes(asText(format)))
    yield constraint(asText(format), `${at}.document.format`, `satisfy enum value set: [${documentFormats.join(', ')}]`)
  const name = asText(document['name'])
  // Underscores and spaces at the ends are accepted, white space other than spaces is not (aws-samples/generative-ai-use-cases, issue
  // 1671).
  if (!/^[\w()[\] -]+$/.test(name) || name.includes('  ') || name.length > 200)
    yield {
      message:
        `${at}: Document file names can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, ` +
        "and square brackets. The name can't contain more than one consecutive whitespace character.",
    }
  if (names.has(name))
    yield { message: "The messages can't contain duplicate document names. Try again with unique names." }
  names.add(name)
  const source = isRecord(document['source']) ? document['source'] : {}
  const { bytes = '' } = source
  // Bytes are base64 on the wire.
  if (typeof bytes !== 'string') yield { message: `The format of the value at ${at}.document.source.bytes is invalid.` }
  if (['bytes', 's3Location', 'text', 'content'].every((name) => (source[name] ?? '') === ''))
    yield { message: `The format of the value at ${at}.document.source is invalid.` }
}

export function* checkMedium(block: JsonRecord, at: string, names: Set<string>): Generator<ConverseRefusal> {
  if (isRecord(block['image'])) yield* checkImage(block['image'], at)
  if (isRecord(block['document'])) yield* checkDocument(block['document'], at, names)
}

const errorMedia: ReadonlySet<string> = new Set(['image', 'document', 'video'])

function* checkResult(
  result: JsonRecord,
  at: string,
  names: Set<string>,
  { family, resultImages, tools }: ConverseModel,
): Generator<ConverseRefusal> {
  if (!tools) yield { message: "This model doesn't support tool use." }
  yield* checkToken(result['toolUseId'], `${at}.toolResult.toolUseId`, idCharacters)
  const content = result['content']
  if (!Array.isArray(content))
    return yield { message: `The format of the value at ${at}.toolResult.content is invalid.` }
  const { status } = result
  if (status !== undefined && status !== null && status !== 'success' && status !== 'error')
    yield constraint(String(status), `${at}.toolResult.status`, 'satisfy enum value set: [success, error]')
  if (content.length === 0 && status === 'error')
    yield {
      message: `The content field at ${at}.toolResult cannot be empty when status value is error.`,
    }
  for (const [index, part] of content.entries()) {
    const path = `${at}.toolResult.content.${index}`
    const member = memberOf(part, resultMembers)
    if (member === null) yield { message: `The format of the value at ${path} is invalid.` }
    else if (member === 'json' && !isRecord(part['json']))
      yield {
        message: `The format of the value at ${path}.json is invalid. Provide a json object for the field and try again.`,
      }
    else yield* checkMedium(part, path, names)
    // A rule of the Messages API: Converse passes the request on to the same model.
    if (family === 'claude' && status === 'error' && member !== null && errorMedia.has(member))
      yield {
        message: `The model returned the following errors: ${at}.tool_result: all content must be type "text" if "is_error" is true`,
      }
    // Asked of live models (github.com/anomalyco/opencode/issues/49443).
    if (member === 'image' && !resultImages)
      yield { message: "This model doesn't support the image field for user messages. Remove image and try again." }
  }
}

/** `ReasoningContentBlock` is a union, and its text is required. */
function* checkReasoning(reasoning: JsonRecord, at: string): Generator<ConverseRefusal> {
  const { redactedContent, reasoningText } = reasoning
  if ((redactedContent === undefined) === (reasoningText === undefined))
    yield {
      message: `The ReasoningContentBlock object at ${at} must set one of the following keys: reasoningText, redactedContent.`,
    }
  if (reasoningText !== undefined && !isRecord(reasoningText))
    yield { message: `The format of the value at ${at}.reasoningText is invalid.` }
  else if (isRecord(reasoningText) && typeof reasoningText['text'] !== 'string')
    yield {
      message: `1 validation error detected: Value at '${at}.reasoningText.text' failed to satisfy constraint: Member must not be null`,
    }
}

function* checkMember(block: JsonRecord, at: string): Generator<ConverseRefusal> {
  const member = memberOf(block)!
  const value = block[member]
  if (member !== 'text' && !isRecord(value))
    return yield { message: `The format of the value at ${at}.${member} is invalid.` }
}

function* checkBlock(
  block: JsonRecord,
  at: string,
  names: Set<string>,
  model: ConverseModel,
): Generator<ConverseRefusal> {
  const { cachePoint, reasoningContent, searchResult, text, toolResult, toolUse } = block
  if (text !== undefined && typeof text !== 'string')
    yield { message: `The format of the value at ${at}.text is invalid.` }
  if (typeof text === 'string' && text.trim() === '')
    yield {
      message: `The text field in the ContentBlock object at ${at} is blank. Add text to the text field, and try again.`,
    }
  if (isRecord(reasoningContent)) yield* checkReasoning(reasoningContent, `${at}.reasoningContent`)
  if (toolUse !== undefined) {
    if (!model.tools) yield { message: "This model doesn't support tool use." }
    const call = isRecord(toolUse) ? toolUse : {}
    yield* checkToken(call['toolUseId'], `${at}.toolUse.toolUseId`, idCharacters)
    yield* checkToken(call['name'], `${at}.toolUse.name`)
    if (!isRecord(call['input']))
      yield {
        message: `The format of the value at ${at}.toolUse.input is invalid. Provide a json object for the field and try again.`,
      }
  }
  if (toolResult !== undefined) yield* checkResult(isRecord(toolResult) ? toolResult : {}, at, names, model)
  if (isRecord(cachePoint) && cachePoint['type'] !== 'default')
    yield constraint(asText(cachePoint['type']), `${at}.cachePoint.type`, 'satisfy enum value set: [default]')
  if (isRecord(cachePoint) && cachePoint['ttl'] !== undefined && !['5m', '1h'].includes(asText(cachePoint['ttl'])))
    yield constraint(asText(cachePoint['ttl']), `${at}.cachePoint.ttl`, 'satisfy enum value set: [5m, 1h]')
  const { content, source, title } = isRecord(searchResult) ? searchResult : { content: [], source: '', title: '' }
  if (!Array.isArray(content) || typeof source !== 'string' || typeof title !== 'string')
    yield { message: `The format of the value at ${at}.searchResult.content is invalid.` }
  else if (isRecord(searchResult) && content.length === 0)
    yield { message: `The content field at ${at}.searchResult is empty. Add a SearchResultContentBlock object.` }
  else if (content.some((part) => !isRecord(part) || asText(part['text']).trim() === ''))
    yield {
      message: `The model returned the following errors: ${at}.search_result.content.0.text: text content blocks must be non-empty`,
    }
  yield* checkMedium(block, at, names)
}

/** Whether a message is a system message that only adds or removes tools (`ToolAdditionBlock` in the API reference). */
export function changesTools({ content, role }: JsonRecord): boolean {
  const members = asList(content).flatMap((block) => (isRecord(block) ? Object.keys(block) : []))
  return role === 'system' && members.length > 0 && members.every((name) => toolChanges.has(name))
}

const toolChanges: ReadonlySet<string> = new Set(['toolAddition', 'toolRemoval'])

/** The rules for messages and blocks that hold at any place. */
export function* checkBlocks(messages: readonly unknown[], model: ConverseModel): Generator<ConverseRefusal> {
  const names = new Set<string>()
  let images = 0
  for (const [index, message] of messages.entries()) {
    if (!isRecord(message)) return yield { message: `The format of the value at messages.${index} is invalid.` }
    if (message['role'] !== 'user' && message['role'] !== 'assistant' && !changesTools(message))
      yield constraint(asText(message['role']), `messages.${index}.role`, 'satisfy enum value set: [user, assistant]')
    const content = asList(message['content'])
    if (content.length === 0)
      yield {
        message: `The content field in the Message object at messages.${index} is empty. Add a ContentBlock object to the content field and try again.`,
      }
    const documents = content.some((block) => isRecord(block) && block['document'] !== undefined)
    if (documents && !content.some((block) => isRecord(block) && asText(block['text']).trim() !== ''))
      yield { message: 'A text block must be included when using documents.' }
    for (const [at, block] of content.entries()) {
      const path = `messages.${index}.content.${at}`
      if (memberOf(block) === null)
        return yield {
          message: `The ContentBlock object at ${path} must set one of the following keys: ${members.slice(0, 12).join(', ')}.`,
        }
      yield* checkMember(block as JsonRecord, path)
      yield* checkBlock(block as JsonRecord, path, names, model)
      if ((block as JsonRecord)['image'] !== undefined) images += 1
    }
  }
  if (images > model.maxImages)
    yield { message: `too many images and documents: ${images} + ${names.size} > ${model.maxImages}` }
}
