/** Names of fields and variables that declare their value secret. */
export const secretName: RegExp = /key|token|secret|passw|passphrase|credential|auth|cookie|private/i

/** Values of an environment that must not be written: those under a secret name. The value of PATH, for example, is no secret. */
export function environmentSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) =>
    secretName.test(name) && value.length > 7 && !value.startsWith('/') ? [value] : [],
  )
}
