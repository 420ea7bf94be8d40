export { type Fetch, type FetchOptions, recoveringFetch } from './adapters/fetch/recovering-fetch.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
