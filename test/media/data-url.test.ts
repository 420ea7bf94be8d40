import { describe, expect, it } from 'vitest'
import { readDataUrl } from '../../src/media/data-url.ts'

const rows: readonly [url: string, read: ReturnType<typeof readDataUrl>][] = [
  ['data:image/png;base64,iVBO', { mediaType: 'image/png', isBase64: true, data: 'iVBO' }],
  ['DATA:image/png;BASE64,iVBO', { mediaType: 'image/png', isBase64: true, data: 'iVBO' }],
  ['data:text/plain;charset=utf-8;base64,aGk=', { mediaType: 'text/plain', isBase64: true, data: 'aGk=' }],
  ['data:text/plain;charset=base64,hi', { mediaType: 'text/plain', isBase64: false, data: 'hi' }],
  ['data:text/plain,a,b\nc', { mediaType: 'text/plain', isBase64: false, data: 'a,b\nc' }],
  ['data:;base64,aGk=', { mediaType: '', isBase64: true, data: 'aGk=' }],
  // The mark stands last, and whole.
  ['data:text/plain;base64;a=b,hi', { mediaType: 'text/plain', isBase64: false, data: 'hi' }],
  ['data:text/plain;base64a,hi', { mediaType: 'text/plain', isBase64: false, data: 'hi' }],
  ['data:text/plain;xbase64,hi', { mediaType: 'text/plain', isBase64: false, data: 'hi' }],
  ['xdata:text/plain,hi', undefined],
  ['data:,', { mediaType: '', isBase64: false, data: '' }],
  ['data:image/png;base64', undefined],
  [`data:${'a'.repeat(200)},hi`, undefined],
  ['https://example.com/data:image/png;base64,iVBO', undefined],
  ['', undefined],
]

describe('the address that carries its bytes', () => {
  it.each(rows)('%s is taken apart wrongly', (url, read) => {
    expect(readDataUrl(url)).toEqual(read)
  })

  it('a payload of megabytes is cut or changed', () => {
    const data = 'A'.repeat(2 ** 20)
    expect(readDataUrl(`data:image/png;base64,${data}`)?.data).toBe(data)
  })
})
