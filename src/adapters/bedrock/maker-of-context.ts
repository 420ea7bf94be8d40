import { isRecord } from '../../json/is-record.ts'
import type { Maker } from '../../recovery/maker.ts'
import { accountOfKey } from '../wire/account-of.ts'

/** Temporary keys, of a role or of a console session: two different ones do not prove two accounts. */
const passing = /^(?:ASIA|bedrock-api-key-)/

const lasting = (key: unknown): string | undefined =>
  typeof key === 'string' && key !== '' && !passing.test(key) ? key : undefined

/**
 * The provider that will be asked, as far as the SDK has resolved it for this call: its endpoint names the region. Secrets are not read
 * (I12).
 */
export function makerOfContext(context: object, modelId: unknown): Maker {
  const { endpointV2, __smithy_context: settled } = context as Readonly<Record<string, unknown>>
  const url = isRecord(endpointV2) ? endpointV2['url'] : undefined
  const scheme = isRecord(settled) ? settled['selectedHttpAuthScheme'] : undefined
  const identity = isRecord(scheme) ? scheme['identity'] : undefined
  const { accessKeyId, accountId, token } = isRecord(identity) ? identity : {}
  const account = accountOfKey(lasting(accountId) ?? lasting(accessKeyId) ?? lasting(token))
  return {
    provider: 'bedrock',
    ...(url instanceof URL && { endpoint: url.origin }),
    ...(account !== undefined && { account }),
    ...(typeof modelId === 'string' && { model: modelId }),
  }
}
