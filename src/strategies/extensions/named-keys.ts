import type { Rules } from '../../formats/rules.ts'

/**
 * Keys that stand by themselves beside the path of what holds them: `Unknown parameter in messages[0].content[0]: "cacheControl"` of
 * boto3, `extraneous key [cacheControl] is not permitted` of Bedrock, `Unrecognized key(s) in object: 'a', 'b'` of zod, `has invalid field(s): text` of Zhipu. No path is
 * such a key, nor is one that could stand there: `expected one of 'type', 'content'`.
 */
const keyLists =
  /\b(?:(?:unknown|unrecogni[sz]ed|unexpected|extraneous|additional|extra|unsupported)(?: \w+)?|has invalid) (?:field|key|propert|parameter|name|argument|attribute)(?:y|ies|s|\(s\))?(?!\w)(?::? (?!found\b)([A-Za-z_]\w{0,60})(?=[,;]|\.(?!\w)|$)|(?:(?!expected|one of|(?<!not )(?:allowed|supported|known): )[^"'`;]){0,120}?((?:["'`[][A-Za-z_]\w{0,60}["'`\]](?:, )?)+))/gi

export function namedKeys(text: string): readonly string[] {
  return [...text.matchAll(keyLists)].flatMap(([, bare, listed = '']) => (bare ?? listed).match(/\w+/g) ?? [])
}

/** boto3 checks each key of all messages and blocks: `Unknown parameter in messages[0].content[0]: "type", must be one of: text, image`. */
const permitted = /\bunknown parameter in messages(\S+): \S{1,62}, must be one of: ((?:\w+(?:, )?)+)/i

export function permittedBy(text: string): Partial<Rules> {
  const [, place, fields] = permitted.exec(text) ?? []
  if (place === undefined || fields === undefined) return {}
  const isOfMessage = /^\[\d+\]$/.test(place)
  return { unionsAlone: true, ...(isOfMessage && { messageFields: new Set(fields.split(', ')) }) }
}
