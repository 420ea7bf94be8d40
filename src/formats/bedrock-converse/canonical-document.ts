import { isRecord } from '../../json/is-record.ts'
import { pdfHead } from '../../media/pdf-head.ts'
import { base64Of } from './media.ts'

/** `DocumentFormat` (@aws-sdk/client-bedrock-runtime 3.1162), and other names of each format. */
const spellings: Readonly<Record<string, RegExp>> = {
  pdf: /^(?:application.)?pdf$/,
  csv: /^(?:text.)?csv$/,
  doc: /^(?:doc|application.msword)$/,
  docx: /^(?:docx|.*wordprocessingml\.document)$/,
  xls: /^(?:xls|application.vnd\.ms-excel)$/,
  xlsx: /^(?:xlsx|.*spreadsheetml\.sheet)$/,
  html: /^(?:text.)?html?$/,
  txt: /^(?:txt|text|plain|text.plain)$/,
  md: /^(?:md|(?:text.)?(?:x-)?markdown)$/,
}

/**
 * A document whose `format` is none of the API's (`application/pdf`, `octet-stream`), with the format that its bytes, that name or its
 * address tells, else plain text if it is that. "Satisfy enum value set: [docx, csv, html, txt, pdf, md, doc, xlsx, xls]"
 * (github.com/strands-agents/harness-sdk/issues/3019).
 */
export function canonicalDocument(document: Record<string, unknown>): Record<string, unknown> {
  const { format, source } = document
  const held = isRecord(source) ? source : {}
  // It may be left out.
  if (format === undefined || format === null) return document
  const meant = isPdf(held['bytes']) ? 'pdf' : isFormat(format) ? format : formatOf(format, held)
  return meant === undefined || meant === format ? document : { ...document, format: meant }
}

function isFormat(format: unknown): boolean {
  return typeof format === 'string' && Object.hasOwn(spellings, format)
}

function formatOf(format: unknown, held: Record<string, unknown>): string | undefined {
  const { s3Location } = held
  const uri = isRecord(s3Location) ? s3Location['uri'] : undefined
  const extension = typeof uri === 'string' ? /\.(\w+)$/.exec(uri)?.[1] : undefined
  return named(format) ?? named(extension) ?? (isText(held) ? 'txt' : undefined)
}

function named(name: unknown): string | undefined {
  if (typeof name !== 'string') return undefined
  return Object.keys(spellings).find((format) => spellings[format]!.test(name.toLowerCase()))
}

/** Whether the bytes begin like a PDF. */
function isPdf(bytes: unknown): boolean {
  return base64Of(bytes instanceof Uint8Array ? bytes.subarray(0, 6) : bytes)?.startsWith(pdfHead) === true
}

const inspected = 3000

function isText({ bytes, content, text }: Record<string, unknown>): boolean {
  if (text !== undefined || content !== undefined) return true
  const head = base64Of(bytes instanceof Uint8Array ? bytes.subarray(0, inspected) : bytes)
  if (head === undefined || head === '') return false
  const read = Buffer.from(head.slice(0, (inspected / 3) * 4), 'base64').toString('utf8')
  // The last character may be cut in half.
  return !/[^\P{Cc}\s]|\ufffd/u.test(read.slice(0, -1))
}
