import { isRecord } from '../../json/is-record.ts'

/** The abort signal of a call: the SDK passes the options of `send` to no middleware, but keeps the signal in its context. */
export function signalOfContext(context: object): AbortSignal | undefined {
  const { __smithy_context: settled } = context as Readonly<Record<string, unknown>>
  const signal = isRecord(settled) ? settled['abortSignal'] : undefined
  return signal instanceof AbortSignal ? signal : undefined
}
