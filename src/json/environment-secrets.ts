/** Names of fields and variables that say of themselves that their value is secret. */
export const secretName: RegExp = /key|token|secret|passw|passphrase|credential|auth|cookie|private/i

/** Values of an environment that must not be written. Only under telling names: a value of PATH is no secret. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    secretName.test(name) && value.length > 7 && !value.startsWith('/') ? [value] : [],
  )
}
