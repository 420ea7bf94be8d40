/** The process whose supervisor has a session. */
export interface SessionHolder {
  readonly pid: number
  readonly host: string
}
