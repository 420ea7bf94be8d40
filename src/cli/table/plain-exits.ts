/** The exit codes of commands that look for no faults and write to no session. */
export const plainExits = '0 done, 2 wrong usage or an error'
