import { OptionsError } from '../../errors/options-error.ts'
import { createMemoryStore } from '../../storage/memory/create-memory-store.ts'
import type { AdapterOptions, ResolvedAdapterOptions } from './adapter-options.ts'

const allowed: Readonly<Record<string, readonly unknown[]>> = {
  mode: ['observe', 'repair'],
  allow: ['none', 'synthesised', 'lossy'],
  allowAfterRefusal: ['none', 'synthesised', 'lossy'],
}

/**
 * Fills in the defaults of an adapter's options.
 *
 * @throws {OptionsError} names the option and what it takes
 */
export function resolveAdapterOptions<Request>(options: AdapterOptions<Request>): ResolvedAdapterOptions<Request> {
  for (const [name, values] of Object.entries(allowed)) {
    const value = options[name as keyof AdapterOptions]
    if (value !== undefined && !values.includes(value)) {
      throw new OptionsError(`Invalid option ${name}: ${String(value)}. It takes one of: ${values.join(', ')}.`)
    }
  }
  const { budget } = options
  if (budget !== undefined && (!Number.isInteger(budget) || budget < 0)) {
    throw new OptionsError(`Invalid option budget: ${String(budget)}. It takes a whole number from 0.`)
  }
  return {
    store: options.store ?? createMemoryStore(),
    mode: options.mode ?? 'repair',
    budget: budget ?? 3,
    allow: options.allow ?? 'synthesised',
    allowAfterRefusal: options.allowAfterRefusal ?? 'lossy',
    ...(options.dialect !== undefined && { dialect: options.dialect }),
    ...(options.session !== undefined && { session: options.session }),
    ...(options.onRepair !== undefined && { onRepair: options.onRepair }),
  }
}
