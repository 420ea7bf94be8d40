/** A text among the parts of a message, as most formats write it. */
export const textPart = (text: string): unknown => ({ type: 'text', text })
