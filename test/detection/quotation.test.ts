import { describe, expect, test } from 'vitest'
import { foldText, rawPositionOf } from '../../src/detection/words/fold-text.ts'
import { isInComment, isInLink, isLiteralOfCode, isQuotedInSentence } from '../../src/detection/talk/quotation.ts'

const sentence = 'roles must alternate between user and assistant'

const isQuoted = (text: string): boolean => {
  const start = text.indexOf(sentence)
  return isQuotedInSentence(text, start, start + sentence.length)
}

describe('words in somebody’s sentence', () => {
  test.each([
    `The API rejects it with "${sentence}" when two turns of one role follow each other.`,
    `This caused the provider to answer\n  "${sentence}"\n  and the run to stop.`,
    `repro for a clear error ("${sentence}") to pin the cause`,
    `下一次请求 400（"${sentence}"）。照常执行`,
    `one more — \`${sentence}\`, which nobody saw`,
    `surfaced as an opaque *"${sentence}"* in the window`,
    `the server rejects that outright:\n\`${sentence}\`, so a turn was lost`,
    `（例如 \`${sentence}\`）`,
    `with "roles" / "${sentence}" family`,
    `Mimo rejects 400 «${sentence}» without it`,
    `a provider that refuses it (e.g. "${sentence}"). Only text is kept`,
    `API sẽ trả về lỗi **HTTP 400 \`${sentence}\`**.`,
    `stale turns cause **HTTP 400: "${sentence}"** errors.`,
    `GATEWAY 400 '${sentence}' AND OTHER 400 'timeout'`,
  ])('are taken for the error itself: %s', (text) => {
    expect(isQuoted(text)).toBe(true)
  })

  test.each([
    `**Observed**: HTTP 500 with \`${sentence}\`. Repeating the list repeats it.`,
    `Actual result: a 400 saying "${sentence}" again`,
    `Error: "${sentence}"`,
    `Then it throws a\n\n\`${sentence}\`\n\nleading to a stuck session`,
    `{"error": {"message": "${sentence}", "type": "invalid_request_error"}}`,
    `BadRequestError("${sentence}")`,
    `time=10:00 level=WARN msg="${sentence}" model=x`,
    `the first request failed with "${sentence}" after an hour`,
    `400 ${sentence} for "user" and "assistant"`,
    `[error] 400 "${sentence}" Please start a new session.`,
    `报错：400 "${sentence}" 怎么办`,
    `BadRequestError - 400 INVALID_ARGUMENT\n  "${sentence}" and more`,
    `the API returns 400 error (\`${sentence}\`) when a session is replayed`,
    sentence,
  ])('hide an error that nobody quotes: %s', (text) => {
    expect(isQuoted(text)).toBe(false)
  })

  test('are taken for the error itself in a comment behind code', () => {
    const text = `trim(text) // ${sentence}`
    expect(isInComment(text, text.indexOf(sentence))).toBe(true)
    expect(isInComment(`// ${sentence}`, 3)).toBe(false)
  })
})

describe('words in a literal of code', () => {
  test.each([
    `  alert("${sentence}")`,
    `  let body = Body::from("${sentence}");`,
    `  setSendError('${sentence}');`,
    `}, []error{nil, errors.New("400 ${sentence}")})`,
    `\t\t\tt.Fatalf("${sentence} in %v", roles)`,
    `  bail!("${sentence}")`,
    `    Refusal::Order => write!(f, "${sentence}"),`,
    `  && error.message === '${sentence}')`,
    `std::cerr << "400 ${sentence}" << path`,
    `  return \`${sentence}\``,
  ])('are taken for the error itself: %s', (text) => {
    expect(isLiteralOfCode(text, text.indexOf(sentence))).toBe(true)
  })

  test.each([
    `BadRequestError("${sentence}")`,
    `{"message" => "${sentence}", "code" => 400}`,
    `Err(Api { message: "${sentence}" })`,
    `litellm_error("${sentence}")`,
    `the request "a" was refused: ${sentence}`,
    sentence,
  ])('hide an error that is printed: %s', (text) => {
    expect(isLiteralOfCode(text, text.indexOf(sentence))).toBe(false)
  })
})

test('the title of a link is taken for the error itself', () => {
  const isLinked = (text: string): boolean => {
    const start = text.indexOf(sentence)
    return isInLink(text, start, start + sentence.length)
  }
  expect(isLinked(`9. [**#7702: ${sentence} with tools**](https://example.com/7702)`)).toBe(true)
  expect(isLinked(`[error] ${sentence} (https://example.com/7702)`)).toBe(false)
})

describe('the place of a folded unit', () => {
  test.each([
    'a "b" `c`\\n d',
    'messages[3].content[0] x..y',
    '{"a":"\\u672a"}z',
    'x\n  // y z',
    '\u001B[31mred\u001B[0m ok',
  ])('is not where it came from: %j', (text) => {
    const { cased } = foldText(text)
    const letters = [...cased].map((letter, at) => ({ letter, at })).filter(({ letter }) => /[a-z\d]/.test(letter))
    expect(letters.map(({ at }) => text[rawPositionOf(text, at)])).toEqual(letters.map(({ letter }) => letter))
  })
})
