export const restartPolicies = ['on-failure', 'always', 'never'] as const

/** When a program that has ended is started again; `on-failure`: not after exit 0, SIGTERM, SIGINT, SIGHUP. */
export type RestartPolicy = (typeof restartPolicies)[number]
