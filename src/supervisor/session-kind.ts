export const sessionKinds = ['local', 'tmux', 'ssh', 'agent'] as const

/** Where a session runs: a process here, a pane of tmux, a pane on another machine, an agent program. */
export type SessionKind = (typeof sessionKinds)[number]
