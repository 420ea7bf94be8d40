import { isRecord } from '../../json/is-record.ts'
import type { Maker } from '../../recovery/maker.ts'
import { accountOf, accountOfKey } from './account-of.ts'

/**
 * What the model object of a framework gives away of its endpoint and its account. No type promises any of it (AI SDK: `config`;
 * LangChain: `apiKey` and the options of its client), so what cannot be read is simply not known.
 */
export function makerOfModel(model: unknown): Maker {
  try {
    if (!isRecord(model)) return {}
    const { apiKey, anthropicApiKey, clientConfig, clientOptions, config } = model
    const options = [config, clientOptions, clientConfig].filter(isRecord)
    const baseURL = options.map((each) => each['baseURL']).find((url) => typeof url === 'string')
    const account =
      accountOfKey(apiKey ?? anthropicApiKey) ?? accountOfHeaders(isRecord(config) ? config['headers'] : {})
    return {
      ...(baseURL !== undefined && { endpoint: new URL(baseURL).origin }),
      ...(account !== undefined && { account }),
    }
  } catch {
    // A getter throws, or the base URL is invalid: the framework will report that itself.
    return {}
  }
}

function accountOfHeaders(headers: unknown): string | undefined {
  const told: unknown = typeof headers === 'function' ? headers() : headers
  if (!isRecord(told)) return undefined
  const texts = Object.entries(told).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return accountOf(new Headers(texts))
}
