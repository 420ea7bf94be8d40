import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { fields, type Mend } from '../mend.ts'

/** The operations of a patch, with other programs' names for them. */
const operations: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    create_file: 'create_file create add_file add',
    update_file: 'update_file update modify_file modify edit_file edit',
    delete_file: 'delete_file delete remove_file remove',
  }).flatMap(([meant, names]) => names.split(' ').map((name) => [name, meant] as const)),
)

const operated = fields({ type: (value) => operations.get(value) })

/** The operation of a patch on a file. A deletion has no diff. */
export const operation: Mend = (value) => {
  const meant = operated(value)
  return isRecord(meant) && meant['type'] === 'delete_file' && meant['diff'] === null
    ? withField(meant, 'diff', undefined)
    : meant
}
