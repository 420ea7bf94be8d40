/** What else the words beside a match tell about a fault; what a type does not ask for is not looked for. */
export interface ErrorExtras {
  /** Ids of calls or items. */
  readonly ids?: true
  /** The name of a refused or missing field. */
  readonly field?: true
  /** Where the number of an exceeded limit stands, the first that matches; written like wordings. */
  readonly limits?: readonly RegExp[]
}

/** The number in the sentences that all kinds of limits share. */
export const commonLimits: readonly RegExp[] = [
  /(?:at most|more than) (\d+)/,
  /(?:maximum allowed|up to|maximum number of images|maximum):? \(?(\d+)/,
  /> (\d+)(?=[^\d]|$)/,
]

/** The number in a complaint about the length of a string or a list. */
export const lengthLimits: readonly RegExp[] = [
  /maximum length (\d+)/,
  /less than or equal to (\d+)/,
  ...commonLimits,
  /length of (\d+)/,
]
