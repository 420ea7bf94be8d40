import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { readImageHeader } from '../shared/image-header.ts'
import type { JudgedContent, JudgedPart } from './judged-contents.ts'
import type { GeminiRefusal } from './refusal.ts'

const dataFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
]

const images = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/heic', 'image/heif', 'image/avif'])
const unread = /^(?:application\/(?:octet-stream|zip|msword|vnd\..*)|image\/(?:svg\+xml|tiff|gif|bmp))$/
const withHeader = new Set(['image/png', 'image/jpeg', 'image/webp'])

function* checkName(part: JudgedPart): Generator<GeminiRefusal> {
  const { functionCall, functionResponse } = part.value
  if (isRecord(functionResponse) && asText(functionResponse['name']) === '')
    yield { message: `* GenerateContentRequest.${part.path}.function_response.name: Name cannot be empty.` }
  // The form of names is checked in function declarations, not in calls of the history.
  if (isRecord(functionCall) && asText(functionCall['name']) === '')
    yield { message: `* GenerateContentRequest.${part.path}.function_call.name: Name cannot be empty.` }
}

/** A blob of a part, or of a part beside a function's response. */
function* checkBlob(source: JsonRecord, path: string): Generator<GeminiRefusal> {
  const mimeType = asText(source['mimeType'])
  const { inline } = { inline: source['data'] !== undefined || source['fileUri'] === undefined }
  if (inline && mimeType === '') yield { message: `* ${path}.mime_type: mime_type must not be empty` }
  if (unread.test(mimeType) || !/^(?:application|audio|image|text|video)\//.test(mimeType || 'text/'))
    yield { message: `Unsupported MIME type: ${mimeType}` }
  if (!inline) return
  if (asText(source['data']) === '') yield { message: `* ${path}.data: required field is not set` }
  if (!images.has(mimeType)) return
  const header = readImageHeader(Buffer.from(asText(source['data']), 'base64'))
  if (header === null && withHeader.has(mimeType)) yield { message: 'Provided image is not valid.' }
  if (header !== null && header.mediaType !== mimeType)
    yield { message: 'The mime_type must accurately match the actual image format' }
}

function* checkMedia(part: JudgedPart): Generator<GeminiRefusal> {
  const { fileData, functionResponse, inlineData } = part.value
  if (isRecord(inlineData)) yield* checkBlob(inlineData, `${part.path}.inline_data`)
  if (isRecord(fileData)) {
    if (asText(fileData['fileUri']) === '')
      yield { message: `* GenerateContentRequest.${part.path}.file_data.file_uri: file_uri must not be empty` }
    yield* checkBlob({ fileUri: '', ...fileData }, `${part.path}.file_data`)
  }
  if (!isRecord(functionResponse)) return
  for (const nested of asList(functionResponse['parts'])) {
    if (isRecord(nested) && isRecord(nested['inlineData']))
      yield* checkBlob(nested['inlineData'], `${part.path}.function_response.parts.inline_data`)
  }
}

/** The rules for parts that hold at any place. */
export function* checkParts(contents: readonly JudgedContent[]): Generator<GeminiRefusal> {
  let media = 0
  for (const { index, parts } of contents) {
    if (parts.length === 0)
      yield { message: `* GenerateContentRequest.contents[${index}].parts: contents.parts must not be empty.` }
    for (const part of parts) {
      const held = dataFields.find((field) => part.value[field] !== undefined)
      if (held === undefined)
        yield {
          message: `* GenerateContentRequest.${part.path}.data: required oneof field 'data' must have one initialized field`,
        }
      // The last chunk of a stream is an empty text with the signature, and is sent back unchanged.
      if (part.value['text'] === '' && !asText(part.value['thoughtSignature']))
        yield {
          message:
            'Unable to submit request because it has an empty text parameter. Add a value to the parameter and try again.',
        }
      yield* checkName(part)
      yield* checkMedia(part)
      if (held === 'inlineData' && asText((part.value['inlineData'] as JsonRecord)['mimeType']).startsWith('image/'))
        media += 1
    }
  }
  if (media > 3000) yield { message: `Please use at most 3000 images in a request, found ${media}.` }
}
