import { expect, test } from 'vitest'
import { innerListIn } from '../../src/strategies/shared/inner-list.ts'

test.each<readonly [path: string | undefined, list: string | undefined, more?: string]>([
  ['input.3.content.0.annotations.0.type', 'annotations'],
  ['input.3.outputs.0.logprobs.12', 'logprobs'],
  ['content.0.annotations', undefined],
  ['content.0.annotations.v2', undefined],
  ['content.0.annotations.type.0', undefined],
  ['content.0.parts.1', undefined],
  ['content.0.parts.1', 'parts', 'parts'],
  [undefined, undefined],
])('the path %s leads into another list than %s', (path, list, more) => {
  expect(innerListIn(path, more)).toBe(list)
})
