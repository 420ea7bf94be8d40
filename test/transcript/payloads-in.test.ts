import { expect, test } from 'vitest'
import { payloadsIn } from '../../src/transcript/payloads-in.ts'

const image = (url: string): object => ({ type: 'image_url', image_url: { url } })
const long = 'Ab-_'.repeat(12)
const standard = 'Ab+/'.repeat(12)

// What a repair has changed of an address alone is the same medium; an address itself says where it is.
test.each<[raw: object, payloads: readonly string[]]>([
  [image(`data:image/png;base64,${long}`), [standard]],
  [image(`data:image/png;base64,${standard}=`), [standard]],
  [image(`data:image/png;base64,${standard.slice(0, 20)}\r\n${standard.slice(20)}==`), [standard]],
  [image(`data:text/plain;base64,data:image/png;base64,${long}`), [standard]],
  [image(`data:image/png;base64,${long.slice(1)}`), [long.slice(1)]],
  [image(`https://a.example/${long}`), [`https://a.example/${long}`]],
  [image(`https://a.example/${long}?b`), [`https://a.example/${long}?b`]],
  [{ type: 'image', source: { type: 'file', file_id: 'file_a-b_c' } }, ['file_a-b_c']],
  [{ inlineData: { data: Buffer.from(standard, 'base64') } }, [standard]],
  [{ type: 'text', text: long }, []],
])('%j holds other media', (raw, payloads) => {
  expect(payloadsIn(raw)).toEqual(payloads)
})
