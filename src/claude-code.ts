export {
  type LoadingStore,
  recoveringSessionStore,
  type RecoveringStoreOptions,
} from './adapters/claude-code/recovering-session-store.ts'
