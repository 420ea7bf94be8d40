/**
 * The differences between models that the judge knows. `version` is major.minor; a model that is not named like a Claude model counts as a
 * recent one without preserved thinking.
 */
export type JudgedModel = {
  family: string
  prefill: boolean
  enabledThinking: boolean
  adaptiveThinking: boolean
  adaptiveByDefault: boolean
  systemMessages: boolean
  preservedThinking: boolean
  /** Images that a request may hold. */
  maxImages: number
}

/** provider-errors.md §7. */
const preserved = [
  'claude-fable-5-1',
  'claude-fable-5-2',
  'claude-mythos-5-1',
  'claude-mythos-5-2',
  'claude-opus-5-5',
  'claude-sonnet-5-5',
  'claude-haiku-5-5',
]

const current = /^claude-([a-z]+)-(\d{1,2})(?:-(\d{1,2}))?(?:[-@].*)?$/
const former = /^claude-(\d)(?:-(\d))?-([a-z]+)/

function parse(model: string): { line: string; version: number } | null {
  const bare = model.replace(/^.*(?=claude-)/, '')
  const now = current.exec(bare)
  if (now) return { line: now[1] ?? '', version: Number(now[2]) + Number(now[3] ?? 0) / 10 }
  const then = former.exec(bare)
  return then ? { line: then[3] ?? '', version: Number(then[1]) + Number(then[2] ?? 0) / 10 } : null
}

/**
 * Sources: provider-errors.md §7 (thinking modes, preserved thinking) and §4 (system messages, probed on claude-sonnet-5);
 * platform.claude.com/docs/en/api/errors#prefill-not-supported (4.6 and later).
 */
export function judgedModel(model: string): JudgedModel {
  const known = parse(model)
  const version = known?.version ?? 5
  const isPreserved = preserved.some((name) => model.includes(name))
  return {
    family: known ? `${known.line}-${known.version}` : model,
    prefill: version < 4.6,
    enabledThinking: version < 4.7,
    adaptiveThinking: version > 4.5,
    adaptiveByDefault: version >= 5,
    systemMessages: version >= 4.8,
    preservedThinking: isPreserved,
    // The guide to vision: 100 for a context of 200,000 tokens, the size before 4.6; 600 otherwise.
    maxImages: version < 4.6 ? 100 : 600,
  }
}
