import { isRecord } from '../../json/is-record.ts'

/** The address in an `image_url` block, which may be a string or an object. */
export function addressOf({ image_url: address }: Readonly<Record<string, unknown>>): string | undefined {
  const url = isRecord(address) ? address['url'] : address
  return typeof url === 'string' ? url : undefined
}
