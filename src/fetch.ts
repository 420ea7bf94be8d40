export { type Fetch, type FetchOptions, recoveringFetch } from './adapters/fetch/recovering-fetch.ts'
export { adoptRepair } from './adapters/shared/adopt-repair.ts'
