import type { Machine } from './is-linearizable.ts'

/** What a client asks of one session. */
export type StoreCall =
  | { readonly type: 'append'; readonly text: string; readonly expect?: number; readonly token?: number }
  | { readonly type: 'acquire' }
  | { readonly type: 'renew' | 'release'; readonly token: number }
  | { readonly type: 'load' | 'holder' }

/** What it was told: a number is a revision or a token, a word the code of a refusal. */
export type StoreAnswer =
  | { readonly revision: number; readonly texts: string }
  | { readonly number: number }
  | { readonly refused: string }
  | { readonly is: boolean }

/** One session, if its calls came one after another. */
export interface SessionState {
  /** Every text with a space behind it. */
  readonly texts: string
  readonly revision: number
  readonly token: number
  readonly isHeld: boolean
}

type Rule<Type extends StoreCall['type']> = (
  state: SessionState,
  call: Extract<StoreCall, { readonly type: Type }>,
) => readonly [answer: StoreAnswer, next: SessionState]

const holds = ({ isHeld, token }: SessionState, given: number): boolean => isHeld && token === given

const append: Rule<'append'> = (state, { expect, text, token }) => {
  if (token !== undefined && !holds(state, token)) return [{ refused: 'lease_lost' }, state]
  if (expect !== undefined && expect !== state.revision) return [{ refused: 'stale_revision' }, state]
  const revision = state.revision + 1
  return [{ number: revision }, { ...state, revision, texts: `${state.texts}${text} ` }]
}

const rules: { readonly [Type in StoreCall['type']]: Rule<Type> } = {
  append,
  acquire: (state) =>
    state.isHeld
      ? [{ is: false }, state]
      : [{ number: state.token + 1 }, { ...state, token: state.token + 1, isHeld: true }],
  renew: (state, { token }) => [{ is: holds(state, token) }, state],
  release: (state, { token }) => [{ is: true }, holds(state, token) ? { ...state, isHeld: false } : state],
  load: (state) => [{ revision: state.revision, texts: state.texts }, state],
  holder: (state) => [{ is: state.isHeld }, state],
}

const ruleOf = <Type extends StoreCall['type']>(type: Type): Rule<Type> => rules[type]

/** A session as one register, an append log, and a lease whose tokens only grow. */
export const sessionMachine: Machine<SessionState, StoreCall, StoreAnswer> = {
  initial: { texts: '', revision: 0, token: 0, isHeld: false },
  step(state, call, answer) {
    const [expected, next] = ruleOf(call.type)(state, call as never)
    return JSON.stringify(expected) === JSON.stringify(answer) ? next : null
  },
  key: ({ texts, revision, token, isHeld }) => `${revision} ${token} ${isHeld} ${texts}`,
}
