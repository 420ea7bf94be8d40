import { marked } from '../faults/synthetic-text.ts'

/** What a tool gave back in another API's form, as text: bare, it would be taken for the user's own words (I5). */
export function toldByTool(text: string): string {
  return `${marked('The result of a tool call, written as another API does')}:\n${text}`
}
