/** What a timer of the platform can wait, in ms; with more, and with Infinity, it fires at once. */
export const longestTimer: number = 2 ** 31 - 1
