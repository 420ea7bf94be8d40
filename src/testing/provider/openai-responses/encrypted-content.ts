import { createHmac } from 'node:crypto'

export const responsesSecret = 'session-recovery responses emulator'

const sign = (text: string, secret: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url').slice(0, 32)

/** A value that only the holder of the secret can make; it looks like the provider's own (`gAAAA...`). */
export function encryptContent(content: string, secret: string = responsesSecret): string {
  const payload = Buffer.from(content).toString('base64url')
  return `gAAAA${payload}.${sign(payload, secret)}`
}

/** Whether the value was made with this secret and is unchanged. */
export function verifiesContent(value: string, secret: string = responsesSecret): boolean {
  const [payload = '', signature] = value.replace(/^gAAAA/, '').split('.')
  return value.startsWith('gAAAA') && signature === sign(payload, secret)
}
