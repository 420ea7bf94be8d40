/**
 * Whether none of the fields that may hold a medium, or point to one, has a value: programs that shorten a session take out the
 * bytes and leave the rest.
 *
 * @example
 * holdsNothing({ type: 'input_image', image_url: '' }, ['image_url', 'file_id']) // true
 */
export function holdsNothing(part: Readonly<Record<string, unknown>>, fields: readonly string[]): boolean {
  return fields.every((field) => part[field] === undefined || part[field] === null || part[field] === '')
}
