import { describe, expect, test } from 'vitest'
import { isSourceCode } from '../../src/detection/is-source-code.ts'

const sentence = 'messages: text content blocks must be non-empty'

describe('source code that holds a sentence of a provider', () => {
  test.each([
    `// ${sentence}`,
    `const REFUSAL = '${sentence}'`,
    `KNOWN_REFUSALS = (\n  "${sentence}"\n)`,
    `def test_a_refusal\n  message = '400 ${sentence}'`,
    `    "the provider said: "\n    "${sentence}"`,
    `  /\\b${sentence}\\b/i,`,
    `  ["empty text", { messages: [] }, "${sentence}"],`,
    `  { "schema", 400, \`${sentence}\` }`.replace('{ ', '{'),
    `  "Run cancelled",\n  "${sentence}",\n] as const`,
    `case!(\n  m_blank,\n  "${sentence}",\n  Some(400),\n)`,
    `  Exception(\n    "Found multiple "\n    f"\`blocks\`: ${sentence}"\n  )`,
    `    "${sentence}",\n  ));`,
    `  w.Write([]byte(\`{"error":{"message":"${sentence}"}}\`))`,
    `    BLANK: /${sentence}|blank/i,`,
    `  """Drops blocks: ${sentence}."""`,
    `  expect.soft(kindOf('${sentence}')).toBe('blank')`,
    `if "${sentence}" in text:\n  retry()`,
    `"error" => r#"{"error":"${sentence}"}"#,`,
    `Rejected with\n\n    ${sentence}\n"""\nimport os`,
    ` * refused as\n *   ${sentence}\n */`,
    `            yield event("error", {"message": "${sentence}"})`,
    `refused.return_value = {\n  "message": "${sentence}" }`,
    `\tif kind == "blank" && n > 0 {\n\t\tmessage = "400 ${sentence}"\n\t}`,
    `  message: \`\${path}: ${sentence}\`,`,
    `    blank_text = "blank_text"\n    other = "${sentence}"`,
    `    test_error = Exception("400 ${sentence}")`,
    `    error: { message: "${sentence}" },\n    })\n    render()`,
    `  message: "${sentence}"\n  expect(recovered).toBe(false)`,
    `    error={"message": "${sentence}"},\n        request = ChatRequest(`,
    `fn test_blank() {\n  let refusal = r#"400 ${sentence}"#;`,
    `      message: "Bad Request",\n      details:\n        "${sentence}"\n    })\n  ).toBe(true);`,
    `    { error:\n      "${sentence}",\n    },\n  ]),\n);`,
    `\t\tname:   "Blank",\n\t\terr:    "${sentence}",`,
    `@NotEmpty(message = "${sentence}")`,
    `ERRORS = {\n  "blank": "${sentence}",\n}`,
    `enum Refusal { case blank = "${sentence}" }`,
    `val BLANK = "${sentence}"`,
    `#define BLANK "${sentence}"`,
    `private static final String BLANK = "${sentence}";`,
    `ensure!(!text.is_empty(), "${sentence}");`,
    `responses:\n  '400':\n    description: ${sentence}`,
    `<string name="blank">${sentence}</string>`,
    `<li>${sentence}</li>\n<li>unknown role</li>`,
    `"err.blank": "${sentence}",\n"err.role": "unknown role",`,
    `pub const BLANK: &str = "${sentence}";`,
    `    ), "${sentence}"\n\n    @pytest.mark.asyncio\n    async def test_more`,
    `    severity: SEVERITY.ERROR,\n    source: '${sentence}'`,
    `{- | ${sentence}\n-}\nassertPaired = True`,
    `[\n  ("user", "assistant", True),\n  ("user", "${sentence}", False),\n]`,
    `<Accordion title='“${sentence}”'>\n  What it means`,
    `(defn- blank [m] (throw (ex-info "${sentence}" {})))`,
    `  if blank(text):\n+   raise_refusal()\n+   continue  # ${sentence}`,
  ])('is taken for the error itself: %s', (text) => {
    expect(isSourceCode(text)).toBe(true)
  })

  test.each([
    `Error: 400 ${sentence}`,
    `{"type":"error","error":{"message":"${sentence}"}}`,
    `time="10:00" level=error msg="${sentence}"`,
    `error_message = "${sentence}"`,
    `# BadRequestError: Error code: 400 - ${sentence}`,
    `message: '400 ${sentence}',\n  status: 400,`,
    `"message": "${sentence}",\n"type": "invalid_request_error",`,
    `ApiError(\n  status: 400,\n  message: "${sentence}",\n)`,
    `Error: {\n  message = "${sentence}",\n  type = "invalid_request_error"\n}`,
    `<Response [400]> ${sentence}`,
    `reply to @ann.lee by mail\n${sentence}`,
    `status: ERROR.\n${sentence}`,
    `[("messages", 2), "${sentence}"]`,
    `Supported values are: 'a',\n'b', 'c'. ${sentence}`,
  ])('is found where a program shows its error: %s', (text) => {
    expect(isSourceCode(text)).toBe(false)
  })
})
