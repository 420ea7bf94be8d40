/** One image or document inside a block, as the media strategies see it. */
export interface MediaItem {
  /** The raw part that holds it: the block itself, or a part of a result's content. */
  readonly raw: unknown
  readonly kind: 'image' | 'document' | 'audio' | 'video' | 'file'
  /** The media type that the message states, for example `image/png`; undefined when it states none. */
  readonly mediaType: string | undefined
  /** Base64 payload; undefined for URLs and files, empty when nothing is left of the medium. */
  readonly data: string | undefined
  readonly url: string | undefined
  readonly name: string | undefined
}
