import type { DetectedError } from '../detection/detected-error.ts'
import type { Rules } from '../formats/rules.ts'

/**
 * An error without the index that counts another list than this one: of a provider of another format, to which the program, or a
 * gateway, has sent other items. An index without a path is of whatever list the program sends.
 *
 * @example
 * withoutForeignIndex(detectError("Invalid 'input[3]'...")!, { indexForms: [/\bmessages\.\d/] }) // no `messageIndex`, no `blockIndex`
 */
export function withoutForeignIndex(detected: DetectedError, { indexForms }: Pick<Rules, 'indexForms'>): DetectedError {
  const { blockIndex: _block, messageIndex, ...rest } = detected
  const { path, text } = rest
  if (messageIndex === undefined || indexForms === undefined) return detected
  const isUnknown = path === undefined && indexForms.length > 0
  return isUnknown || indexForms.some((form) => form.test(text)) ? detected : rest
}
