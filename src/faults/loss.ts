/** What a repair costs, from nothing (`none`) over a marked placeholder (`synthesised`) to human text, tool output or media (`lossy`). */
export type Loss = 'none' | 'synthesised' | 'lossy'

const weight: Readonly<Record<Loss, number>> = { none: 0, synthesised: 1, lossy: 2 }

/** Whether a loss is within what the caller allows. */
export function isAllowed(loss: Loss, allow: Loss): boolean {
  return weight[loss] <= weight[allow]
}

/** The greater of two losses. */
export function worseLoss(first: Loss, second: Loss): Loss {
  return isAllowed(first, second) ? second : first
}
