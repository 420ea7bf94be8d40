import type { Rules } from '../../formats/rules.ts'

/** What an error of Chat Completions or Converse teaches a format that is sent to several APIs: there the calls are the client's, each of them. */
export function callsOfChat({ serverResults }: Rules, text: string): Pick<Rules, 'serverCalls'> {
  return serverResults === 'optional' && (isOfChat.test(text) || isOfConverse.test(text))
    ? { serverCalls: 'sent-alone' }
    : {}
}

const isOfConverse = /\bexpected toolResult\b/i
const isOfChat = /\btool_calls\b/

/** There each message is a step of its own, with its results right behind it: two of one role in a row are not joined. */
export function stepsOfChat({ resultRole, results }: Rules, text: string): Partial<Pick<Rules, 'alternation'>> {
  return results === 'next-turn' && resultRole === undefined && isOfChat.test(text) ? { alternation: 'required' } : {}
}

/** A gateway, or a model of a program, makes such messages of the items of the Responses API: each result stands right behind its calls. */
export function itemsOfChat(
  { itemsAsMessages, results }: Rules,
  text: string,
): Pick<Rules, 'itemsAsMessages'> | undefined {
  const isNew = results === 'items' && itemsAsMessages === undefined
  return isNew && (isOfChat.test(text) || roleOfChat.test(text)) ? { itemsAsMessages: true } : undefined
}
const roleOfChat = /\brole\W{1,3}tool\b/i
