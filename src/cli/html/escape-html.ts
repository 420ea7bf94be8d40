import { harmless } from '../../doctor/redact/harmless.ts'
import { maskSecrets } from '../../json/mask-secrets.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Makes a text harmless in HTML, in elements and in quoted attributes; secrets are masked, control characters shown. */
export function escapeHtml(text: string): string {
  return harmless(maskSecrets(text)).replaceAll(/[&<>"']/g, (character) => entities[character]!)
}
