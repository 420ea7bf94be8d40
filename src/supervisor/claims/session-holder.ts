/** Who looks after a session. */
export interface SessionHolder {
  readonly pid: number
  readonly host: string
}
