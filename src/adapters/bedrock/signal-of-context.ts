import { isRecord } from '../../json/is-record.ts'

/** What gives the call up: the SDK hands the options of `send` to no middleware, but keeps this one with what it has settled. */
export function signalOfContext(context: object): AbortSignal | undefined {
  const { __smithy_context: settled } = context as Readonly<Record<string, unknown>>
  const signal = isRecord(settled) ? settled['abortSignal'] : undefined
  return signal instanceof AbortSignal ? signal : undefined
}
