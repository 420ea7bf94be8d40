import type { ReportedFinding } from './reported-finding.ts'

/** The place of a finding in words; messages and blocks count from 0, as providers do. Empty: the session as a whole. */
export function placeOf({ at, line }: Pick<ReportedFinding, 'at' | 'line'>): string {
  return [
    ...(at === null ? [] : [`message ${at.messageIndex}`]),
    ...(at?.blockIndex === undefined ? [] : [`block ${at.blockIndex}`]),
    ...(line === undefined ? [] : [`line ${line}`]),
  ].join(', ')
}
