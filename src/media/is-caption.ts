const captions: ReadonlySet<string> = new Set(
  [
    'alt',
    'alttext',
    'caption',
    'comment',
    'description',
    'note',
    'text',
    'title',
    'transcript',
    'transcription',
  ].flatMap((word) => [word, `${word}s`]),
)

/**
 * Whether a field describes what stands beside it, by the last word of its name.
 *
 * @example
 * isCaption('altText') // true
 * isCaption('caption_id') // false
 */
export function isCaption(field: string): boolean {
  const words = field.replace(/[a-z\d](?=[A-Z])/g, '$&_').split(/[-_ ]/)
  return captions.has(words.at(-1)!.toLowerCase())
}
