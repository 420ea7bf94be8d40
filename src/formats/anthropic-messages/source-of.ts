import { bytesInAddress } from '../../media/bytes-in-address.ts'

/** The source that a string by itself makes (the bytes of an image or a PDF, or a URL); undefined for any other string. */
export function sourceOf(text: string): { type: string; media_type?: string; data?: string; url?: string } | undefined {
  const held = bytesInAddress(text)
  if (held !== undefined) return { type: 'base64', media_type: held.mediaType, data: held.data }
  return /^https?:\S+$/.test(text) ? { type: 'url', url: text } : undefined
}
