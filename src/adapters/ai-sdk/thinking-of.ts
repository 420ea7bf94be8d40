import { isRecord } from '../../json/is-record.ts'

/** The thinking setting for Anthropic's models in the provider options, in Anthropic's own form; undefined when there is none. */
export function thinkingOf(providerOptions: unknown): Readonly<Record<string, unknown>> | undefined {
  const own = isRecord(providerOptions) ? providerOptions['anthropic'] : undefined
  const thinking = isRecord(own) ? own['thinking'] : undefined
  return isRecord(thinking) ? thinking : undefined
}

/** The options with another thinking setting; the same options when the setting is unchanged. */
export function withThinking<Options>(providerOptions: Options, thinking: unknown): Options {
  if (!isRecord(thinking) || thinking === thinkingOf(providerOptions)) return providerOptions
  const given: object = isRecord(providerOptions) ? providerOptions : {}
  const own: unknown = isRecord(providerOptions) ? providerOptions['anthropic'] : undefined
  return { ...given, anthropic: { ...(isRecord(own) && own), thinking } } as Options
}
