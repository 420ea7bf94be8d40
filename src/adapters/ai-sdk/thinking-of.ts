import { isRecord } from '../../json/is-record.ts'

/** How the model is told to think, in Anthropic's own form, out of the options for its provider; undefined: it is not told. */
export function thinkingOf(providerOptions: unknown): Readonly<Record<string, unknown>> | undefined {
  const own = isRecord(providerOptions) ? providerOptions['anthropic'] : undefined
  const thinking = isRecord(own) ? own['thinking'] : undefined
  return isRecord(thinking) ? thinking : undefined
}

/** The options with thinking told otherwise; the same where it is not. */
export function withThinking<Options>(providerOptions: Options, thinking: unknown): Options {
  if (!isRecord(thinking) || thinking === thinkingOf(providerOptions)) return providerOptions
  const given: object = isRecord(providerOptions) ? providerOptions : {}
  const own: unknown = isRecord(providerOptions) ? providerOptions['anthropic'] : undefined
  return { ...given, anthropic: { ...(isRecord(own) && own), thinking } } as Options
}
