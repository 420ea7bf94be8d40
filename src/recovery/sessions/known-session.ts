/** Where a call's conversation stands in the store. */
export interface KnownSession {
  readonly sessionID: string
  /** The caller has said which session it is: what is recorded there belongs to this conversation, beyond doubt. */
  readonly isNamed: boolean
  /** Others may know it: claims and attempts go through the store. */
  readonly isStored: boolean
  /** The messages of the session as they were when it was found; another writer may change them meanwhile. */
  readonly revision?: number
}
