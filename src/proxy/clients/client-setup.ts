/** Where a client program is started. */
export interface ClientEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly cwd: string
  /** The program's own arguments. */
  readonly args: readonly string[]
}

/** What points a client at the proxy. */
export interface ClientChanges {
  readonly env?: Readonly<Record<string, string>>
  /** Put in front of the program's own arguments. */
  readonly args?: readonly string[]
}

/** How a client finds its provider: learned before the proxy starts, changed once its address is known. */
export interface ClientSetup {
  /** Where the client would go without us, by the name under which the proxy serves it. */
  readonly upstreams: Readonly<Record<string, string>>
  /** @param baseURL the address of an upstream behind the proxy, by its name */
  changes(baseURL: (name: string) => string): ClientChanges
}

export type SetUpClient = (environment: ClientEnvironment) => ClientSetup
