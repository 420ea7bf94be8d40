/** As many sessions as a process remembers anything of; of older ones the store knows what it needs. */
export const maxSessions: number = 1000
