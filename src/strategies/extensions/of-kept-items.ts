import type { Strategy } from '../../lint/define-strategy.ts'
import { itemIdDuplicate } from '../item-id-duplicate.ts'
import { itemIdInvalid } from '../item-id-invalid.ts'
import { referenceNotFound } from '../reference-not-found.ts'

/**
 * Strategies for formats in which a server keeps items under ids of its own, behind all others in precedence. In other formats they
 * can find nothing, and no error teaches them anything.
 */
export const ofKeptItems: readonly Strategy<'reference_not_found' | 'item_id_invalid' | 'item_id_duplicate'>[] = [
  referenceNotFound,
  itemIdInvalid,
  itemIdDuplicate,
]
