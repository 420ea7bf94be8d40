export const sessionKinds = ['local', 'tmux', 'ssh', 'agent'] as const

/** How a session runs: as a process, in a tmux pane, on another machine, or as an agent program. */
export type SessionKind = (typeof sessionKinds)[number]
