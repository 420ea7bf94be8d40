import { isUtf8 } from 'node:buffer'
import { containerOf, type Container } from '../../agents/plain/container-of.ts'
import { readHead } from '../../files/read-head.ts'

/** Enough bytes to recognise the kind of a file. */
const HEAD_BYTES = 64 * 1024

const isJson = (text: string): boolean => {
  try {
    // A byte order mark is no blank of JSON: those who read a file pass over it.
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return true
  } catch {
    return false
  }
}

const isUtf16 = (head: Buffer): boolean => ['fffe', 'feff'].includes(head.subarray(0, 2).toString('hex'))

const nameFormat = 'If it holds messages, name their format with --as: for example openai-chat.'

/** The first matching kind is reported. `isWhole`: the head is the whole file. */
const kinds: readonly (Container & { readonly fits: (head: Buffer, isWhole: boolean) => boolean })[] = [
  {
    fits: (head) => head.toString('utf8').trim() === '',
    what: 'is empty',
    remedy: 'If it held a conversation, restore it from a copy.',
  },
  {
    fits: isUtf16,
    what: 'is text in UTF-16',
    remedy: 'Write it as UTF-8: iconv -f UTF-16 -t UTF-8 FILE',
  },
  {
    // The head may end inside of a character.
    fits: (head, isWhole) => head.includes(0) || (isWhole && !isUtf8(head)),
    what: 'is no text',
    remedy: 'Name a file of messages: JSON, or one message per line.',
  },
  {
    fits: (head, isWhole) => isWhole && /^\s*[[{"]/.test(head.toString('utf8')) && !isJson(head.toString('utf8')),
    what: 'is JSON that breaks off or is damaged, and nothing tells the format of its messages',
    remedy: nameFormat,
  },
  {
    fits: () => true,
    what: 'holds no messages of a format that can be told',
    remedy: nameFormat,
  },
]

/** The kind of content of a file in which no message was found. */
export async function whatItHolds(path: string): Promise<Container> {
  const head = await readHead(path, HEAD_BYTES)
  return containerOf(head) ?? kinds.find(({ fits }) => fits(head, head.length < HEAD_BYTES))!
}
