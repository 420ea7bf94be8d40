import { describe, expect, test } from 'vitest'
import { isChange } from '../../src/detection/talk/is-change.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'

const orphan = 'No tool call found for function call output with call_id call_Ab12.'
const fence = `\n\nThe error is:\n\n\`\`\`\n400 Bad Request: ${orphan}\n\`\`\`\n`

describe('the text of a change', () => {
  test.each([
    `Extends \`sanitize_messages()\` in \`api/streaming.py\` to strip results.${fence}`,
    `Moves the pairing of calls before the request.${fence}`,
    `The next turn then failed with:${fence}\nThis change stops forcing the omission.`,
    `The last turn died.${fence}\nCloses #5066`,
    `Relates to acme/agent#85 copies the ids.${fence}`,
    `Without this change the included test would fail with this error:${fence}`,
    `The last turn died.${fence}\n- Added 3 regression tests for results`,
    `The last turn died.${fence}\n## Test plan\n- npm test`,
  ])('is taken for the error of its reader: %s', (text) => {
    expect(isChange(text)).toBe(true)
    expect(detectErrorType(text)).toBeNull()
  })

  test('is that of somebody who asks for another status', () => {
    expect(detectErrorType('messages: at least one message is required 改为 400 报错')).toBeNull()
    expect(detectErrorType('contents is required 改成报错')).toBeNull()
    expect(detectErrorType('contents is required 升级后改为 v2，报错 400')).toBe('conversation_empty')
  })

  test('is that of somebody whom a change does not help', () => {
    expect(isChange('This fix does nothing for me.')).toBe(false)
  })

  test.each([
    `Returns the following error:${fence}`,
    `Shows an error after each turn:${fence}`,
    `Fails the next turn with:${fence}`,
    `Needs a restart each time:${fence}`,
    `The last turn died.${fence}\nRelated: #12`,
    `The last turn died.${fence}\nI added no tests yet`,
    `{"error":"Validation failed","details":[{"field":"input","message":"${orphan}"}]}`,
    `validation error:\n - ${orphan}`,
  ])('hides the error of somebody who reports it: %s', (text) => {
    expect(isChange(text)).toBe(false)
    expect(detectErrorType(text)).toBe('tool_result_orphan')
  })
})
