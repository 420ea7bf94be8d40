/** What a repair costs, from nothing (`none`) over a marked placeholder (`synthesised`) to human text, tool output or media (`lossy`). */
export type Loss = 'none' | 'synthesised' | 'lossy'

const lossOrder: readonly Loss[] = ['none', 'synthesised', 'lossy']

/** Whether a loss is within what the caller allows. */
export function isAllowed(loss: Loss, allow: Loss): boolean {
  return lossOrder.indexOf(loss) <= lossOrder.indexOf(allow)
}

/** The greater of two losses. */
export function worseLoss(first: Loss, second: Loss): Loss {
  return isAllowed(first, second) ? second : first
}
