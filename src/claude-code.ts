export {
  type LoadingStore,
  recoveringSessionStore,
  type RecoveringStoreOptions,
  type RepairedLoad,
} from './adapters/claude-code/recovering-session-store.ts'
