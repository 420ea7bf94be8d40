import { sessionRecoveryPlugin } from './adapters/opencode/session-recovery-plugin.ts'

export { sessionRecoveryPlugin }

/** A server plugin as opencode takes it from the export `./server` of an installed package, or from a file. */
const plugin: { readonly id: string; readonly server: typeof sessionRecoveryPlugin } = {
  id: 'session-recovery',
  server: sessionRecoveryPlugin,
}

export default plugin
