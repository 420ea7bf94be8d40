import { environmentSecrets, secretName } from '../json/environment-secrets.ts'
import { isRecord } from '../json/is-record.ts'
import { maskSecrets } from '../json/mask-secrets.ts'

const mask = '[masked]'

/** Masks secrets in every string of a value: by the field's name, by their own look, and those of this process's environment. */
export function redactSecrets(value: unknown, environment: NodeJS.ProcessEnv = process.env): unknown {
  const known = environmentSecrets(environment)
    // The longer first: a secret may be the beginning of another one.
    .sort((first, second) => second.length - first.length)
  const clean = (part: unknown, field: string): unknown => {
    if (typeof part === 'string') {
      if (secretName.test(field) && part.length > 7) return mask
      return maskSecrets(known.reduce((text, secret) => text.replaceAll(secret, mask), part))
    }
    if (Array.isArray(part)) return part.map((item) => clean(item, field))
    if (!isRecord(part)) return part
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, clean(item, name)]))
  }
  return clean(value, '')
}
