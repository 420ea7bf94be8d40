import { environmentSecrets, secretName } from '../../json/environment-secrets.ts'
import { maskSecrets } from '../../json/mask-secrets.ts'
import type { SessionSpec } from '../session-spec.ts'
import type { StoredSpec } from './snapshot.ts'

/** Variables without secrets that restore a session's usual environment. */
export const defaultEnvAllowed: readonly string[] = [
  'COLORTERM',
  'COLUMNS',
  'EDITOR',
  'HOME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'LINES',
  'LOGNAME',
  'NODE_ENV',
  'PATH',
  'PWD',
  'SHELL',
  'TERM',
  'TZ',
  'USER',
  'VIRTUAL_ENV',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_STATE_HOME',
]

const mask = '[masked]'

/** Masks secrets in everything that is written: by variable name, by their form, and by their known values. */
export class SecretFilter {
  readonly #allowed: ReadonlySet<string>
  readonly #values = new Set<string>()
  readonly #redacted = new Set<string>()

  constructor(allowed: readonly string[] = defaultEnvAllowed) {
    this.#allowed = new Set(allowed)
  }

  /** The places whose values are left out, such as `env.TOKEN`. */
  get redacted(): readonly string[] {
    return [...this.#redacted].sort()
  }

  /** Learns the values of a spec that must not be written. */
  learn({ env = {}, ssh, migrateTo }: Pick<SessionSpec, 'env' | 'ssh' | 'migrateTo'>): void {
    for (const [name, value] of Object.entries(env)) {
      if (this.#allowed.has(name)) continue
      this.#redacted.add(`env.${name}`)
      // Masking a short value of an ordinary variable ("1", "true") would destroy half of the output.
      if (secretName.test(name) ? value.length > 1 : value.length > 5) this.#values.add(value)
    }
    for (const name of ['password', 'passphrase', 'privateKey'] as const) {
      const value = ssh?.[name]
      if (value === undefined) continue
      this.#redacted.add(`ssh.${name}`)
      for (const line of value.split(/\r?\n/)) if (line.length > 1 && !line.startsWith('-----')) this.#values.add(line)
    }
    if (migrateTo) this.learn(migrateTo)
  }

  /** Learns secret values of variables that the program inherits. */
  learnInherited(env: Readonly<Record<string, string | undefined>>): void {
    for (const value of environmentSecrets(env)) this.#values.add(value)
  }

  /** A text without secrets. */
  text(text: string): string {
    let clean = text
    // Longer values first, since one secret may be the beginning of another.
    for (const value of [...this.#values].sort((a, b) => b.length - a.length)) clean = clean.replaceAll(value, mask)
    return maskSecrets(clean)
  }

  /** The part of a spec that may be written. */
  spec({ command, kind = 'local', env = {}, restart, ssh }: SessionSpec): StoredSpec {
    const names = Object.keys(env)
    return {
      command: command.map((argument) => this.text(argument)),
      kind,
      env: Object.fromEntries(
        names.filter((name) => this.#allowed.has(name)).map((name) => [name, this.text(env[name]!)]),
      ),
      envReferences: names.filter((name) => !this.#allowed.has(name)),
      ...(restart && { restart }),
      ...(ssh && { ssh: { host: ssh.host, user: ssh.user, port: ssh.port } }),
    }
  }
}
