/** One image or document inside a block, as the media strategies see it. */
export interface MediaItem {
  /** The raw part that holds it: the block itself, or a part of a result's content. */
  readonly raw: unknown
  readonly kind: 'image' | 'document' | 'audio' | 'video' | 'file'
  /** What the message says it is, for example `image/png`; undefined where it does not say. */
  readonly mediaType: string | undefined
  /** Base64 payload; undefined for URLs and files, empty where nothing is left of the medium. */
  readonly data: string | undefined
  readonly url: string | undefined
  readonly name: string | undefined
}
