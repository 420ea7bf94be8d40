/** The longest delay of a platform timer, in ms; with a longer one, Infinity included, it fires at once. */
export const longestTimer: number = 2 ** 31 - 1
