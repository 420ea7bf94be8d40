import type { Rules, TokenRule } from '../../formats/rules.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Block } from '../../transcript/transcript.ts'
import { placeOf } from '../../transcript/place-of.ts'
import { shortHash } from '../../json/short-hash.ts'

/**
 * A new id for a call: a pure function of the call and its place (I2), legal under the rules, and used nowhere else in the
 * transcript, nor given in this pass. Only the result that the call owns may take it over. Where a limit leaves no more ids than there
 * are calls, the id that it has: what an error says of a length must not keep a process busy for ever.
 */
export function freshCallId(call: Block, { callIds, rules, transcript }: LintContext): string {
  const rule = callIdRule(call, rules)
  const place = placeOf(call.message, transcript)
  for (let salt = 0; salt < 99; salt += 1) {
    const seed = `${call.callId ?? ''}|${call.name ?? ''}|${place}|${call.index}|${salt}`
    const id = legalId(call, shortHash(seed), rule)
    if (callIds.size < callIds.add(id).size) return id
  }
  return call.callId ?? ''
}

/** What the id of a call must look like. */
export function callIdRule({ shape }: Block, { callIds, itemIdForm: form, serverCallIds }: Rules): TokenRule {
  if (form?.callIds.has(shape.type) === true) return { ...form, replacement: '_' }
  return shape.server && shape.clientId !== true ? serverCallIds : callIds
}

/** Whether a call may have that id. */
export function isLegalId(id: string, rule: TokenRule): boolean {
  return id.length <= rule.maxLength && rule.pattern.test(id) && (rule.exactLength ?? id.length) === id.length
}

function legalId(call: Block, hash: string, rule: TokenRule): string {
  if (rule.exactLength !== undefined) return hash.slice(0, rule.exactLength).padEnd(rule.exactLength, '0')
  const stem = legalToken(call.callId ?? 'call', rule).slice(0, rule.maxLength - hash.length - 1)
  // Where the limit leaves no room for a stem, the end of the hash is the id.
  const id = `${stem}_${hash}`.slice(-rule.maxLength)
  return [id, `srvtoolu_${hash}`].find((token) => rule.pattern.test(token)) ?? hash
}

/** A token with its illegal characters replaced and cut to length; may be empty. */
export function legalToken(token: string, rule: TokenRule): string {
  const clean = rule.pattern.test(token)
    ? token
    : token.replace(/[^a-zA-Z0-9_-]/g, rule.replacement).replace(/^[_-]+(?=[a-zA-Z0-9])/, '')
  return clean.slice(0, rule.maxLength)
}
