import { sessionRecoveryPlugin } from './adapters/opencode/session-recovery-plugin.ts'

export default sessionRecoveryPlugin
