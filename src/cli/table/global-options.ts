import type { OptionSpec } from './command.ts'

/** Options that every command takes. */
export const globalOptions: Readonly<Record<string, OptionSpec>> = {
  help: { type: 'boolean', short: 'h', help: 'Show help and examples' },
  version: { type: 'boolean', short: 'V', help: 'Show the version' },
}
