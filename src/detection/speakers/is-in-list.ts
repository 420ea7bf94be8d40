import { conversationLists } from '../grammar/reading.ts'
import type { RequestPath } from '../paths/request-path.ts'

/** A path into a list of messages: where nothing is said of its field, its names are the things of a sentence. */
export const isInList = ({ hasIndex, names, own }: RequestPath): boolean =>
  own && hasIndex && conversationLists.has((names[0] as string).slice(1))
