import type { Format, RequestBody } from '../../formats/format.ts'

/** The request beside its messages. */
export function withoutList(request: RequestBody, { listField }: Format): RequestBody {
  const { [listField]: _list, ...rest } = request
  return rest
}
