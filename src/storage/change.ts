import type { ChangeRow, LeaseRow, MessageRow, PartRow, PrefixRow, SessionRow, StateRow, TurnRow } from './rows.ts'

interface Of<Type extends string> {
  readonly type: Type
  readonly sessionID: string
}

/**
 * A change that a decision makes to a store, as plain JSON. A backend applies the changes of one decision in their order and
 * in one transaction; a journal records them. They contain results, not intentions, so applying them needs no rule and no
 * clock.
 */
export type Change =
  /** Creates or overwrites the session's own row. Always the first change of its decision, since other rows refer to it. */
  | (Of<'session_saved'> & { readonly session: SessionRow })
  /** Deletes everything that belongs to the session; `session` is the tombstone that stays (I14). */
  | (Of<'session_removed'> & { readonly session: SessionRow })
  | (Of<'messages_added'> & { readonly messages: readonly MessageRow[] })
  /** Moves existing messages; a null place takes one out of the conversation. */
  | (Of<'messages_placed'> & { readonly places: readonly (readonly [key: number, place: number | null])[] })
  /** Deletes messages that neither the conversation nor an undo record needs. */
  | (Of<'messages_dropped'> & { readonly keys: readonly number[] })
  | (Of<'prefixes_added'> & { readonly prefixes: readonly PrefixRow[] })
  | (Of<'change_recorded'> & { readonly change: ChangeRow })
  | (Of<'change_undone'> & { readonly revision: number; readonly undoneBy: number | null })
  | (Of<'part_saved'> & { readonly part: PartRow })
  | (Of<'turn_saved'> & { readonly turn: TurnRow })
  | (Of<'state_saved'> & { readonly entry: StateRow })
  | (Of<'state_cleared'> & { readonly owner: string; readonly key: string })
  | (Of<'lease_saved'> & { readonly lease: LeaseRow })
  | (Of<'attempt_added'> & { readonly fingerprint: string; readonly rung: string })
  | (Of<'attempts_cleared'> & object)
  | (Of<'reference_saved'> & { readonly id: string })
  | (Of<'reference_dropped'> & { readonly id: string })

export type ChangeType = Change['type']
