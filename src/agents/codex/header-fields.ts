/** What a header of Codex says beside id and time, as a torn line of one and the index of all threads name it too. */
export const headerFields = ['cwd', 'cli_version', 'originator', 'source', 'model_provider'] as const
