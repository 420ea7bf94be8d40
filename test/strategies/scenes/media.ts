import { tinyGif, tinyJpeg, tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { assistant, call, image, result, text, user } from '../anthropic.ts'
import { part } from './messages.ts'
import { chat, claude, converse, gemini, refused, type Scenes } from './scene.ts'

const dot = tinyPng().data
const bmp = Buffer.from('BM' + '\0'.repeat(60), 'latin1').toString('base64')
const pdf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('base64')
const document = (data: string, extra: object = {}, media_type = 'application/pdf'): object => ({
  type: 'document',
  source: { type: 'base64', media_type, data },
  ...extra,
})
const inline = (mimeType: string | undefined, data: string): object => ({ inlineData: { mimeType, data } })
const say = (role: string, ...content: object[]): object => ({ role, content })
const paper = (name: unknown, bytes = pdf('%PDF-1')): object => ({
  document: { name, format: 'pdf', source: { bytes } },
})
const consent = { allow: 'lossy' } as const
const limits = { maxCount: 2, maxBytes: 1000, maxPixels: 100, manyCount: 1, manyPixels: 50 }
const pictures = (...urls: string[]): object => ({
  role: 'user',
  content: urls.map((url) => ({ type: 'image_url', image_url: { url } })),
})
const dataUrl = `data:image/png;base64,${dot}`
const seen = [
  user(image(dot), text('a')),
  assistant(call('x')),
  user(result('x', [image(dot), text('b')])),
  assistant(text('c')),
  user('d'),
]
const imageOf = (role: string, fields: object = {}): object => ({
  role,
  content: [
    { type: 'text', text: 'seen' },
    { type: 'image_url', image_url: { url: dataUrl } },
  ],
  ...fields,
})
const onlyUsers = (role: string): Error =>
  refused(
    `Image URLs are only allowed for messages with role 'user', but this message with role '${role}' contains an image URL.`,
  )
const sound = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } }

/** Pictures, documents, and what there is too much of. */
export const media: Scenes = {
  unknown_field: {
    'that hold media of users and tools': claude(
      [
        { ...user('a'), images: [dot] },
        assistant({ ...text('b'), image_url: 'https://example.com/a.png' }, call('x')),
        user(
          { ...result('x'), image_url: { url: 'https://example.com/b.png' } },
          { ...text('c'), note: `data:image/png;base64,${dot}` },
        ),
        { ...assistant(text('d')), images: [dot] },
        { ...user('e'), file: { mimeType: 'image/png', data: dot }, metadata: { url: 'https://example.com' } },
      ],
      consent,
    ),
    'that hold media of users, without consent': claude([{ ...user('a'), images: [dot] }]),
    'that hold media which stand in the message anyway': claude([
      { ...user(image(dot), text('a')), images: [dot] },
      assistant(text('b')),
      user({ ...image(dot), note: `data:image/png;base64,${dot}` }),
    ]),
  },
  media_invalid: {
    'a picture without a type': chat([pictures(`data:;base64,${dot}`, `data:image/gif;base64,${dot}`)]),
    'an address in place of base64, once and twice, of a picture and of a document that is none': claude([
      user(image(dataUrl), image(`data:image/gif;base64,${dataUrl}`), text('a')),
      user({
        type: 'document',
        source: { type: 'base64', media_type: 'application/pdf', data: `data:;base64,${dot}` },
      }),
    ]),
    'an address in place of the bytes of a picture and of a document': converse([
      say(
        'user',
        { text: 'a' },
        { image: { format: 'png', source: { bytes: dataUrl } } },
        { document: { format: 'pdf', name: 'a', source: { bytes: `data:application/pdf;base64,${pdf('%PDF-1')}` } } },
      ),
    ]),
    'an address in an address, and one in place of a sound': chat([
      pictures(`data:image/png;base64,${dataUrl}`),
      { role: 'user', content: [{ ...sound, input_audio: { data: 'data:audio/wav;base64,AAAA', format: 'wav' } }] },
      {
        role: 'user',
        content: [
          {
            type: 'file',
            file: { filename: 'a', file_data: `data:;base64,data:application/pdf;base64,${pdf('%PDF-1')}` },
          },
        ],
      },
    ]),
    'documents of other types, and pictures among names': converse([
      say(
        'user',
        { text: 'a' },
        { document: { name: 'a b', format: 'txt', source: { text: 'x' } } },
        { image: { format: 'png', source: { bytes: dot } } },
        paper(undefined),
        paper('a.b c'),
      ),
    ]),
    'a document and a picture beside one another, without a text': converse([
      say('user', { image: { format: 'png', source: { bytes: dot } } }, paper('a')),
    ]),
    'a document in a result': converse(
      [
        say('user', { text: 'a' }),
        say('assistant', { toolUse: { toolUseId: 'x', name: 'f', input: {} } }),
        say('user', { toolResult: { toolUseId: 'x', content: [paper('a.b'), paper('a.b')] } }),
      ],
      { rules: { toolsDemanded: false } },
    ),
    'an error about names where names are free': claude(seen, {
      ...consent,
      error: refused(
        "Value at 'messages.1.member.content.2.member.document.name' failed to satisfy constraint: Member must have length less than or equal to 10",
      ),
    }),
    'an error about text': claude([user('a'), assistant(text('b')), user('c')], {
      ...consent,
      error: refused('Could not process image'),
    }),
    'of another type than it says, and of one that is not read': claude(
      [
        user(
          image(dot, 'image/jpeg'),
          image(tinyJpeg.data, 'image/jpeg'),
          image(tinyGif.data, 'image/webp'),
          image(bmp, 'image/png'),
          image('AAAA'),
          image(''),
          text('a'),
        ),
      ],
      consent,
    ),
    'within a result': claude(
      [user('a'), assistant(call('x')), user(result('x', [image(dot, 'image/gif'), image('AAAA'), text('b')]))],
      consent,
    ),
    'at an address': claude([
      user({ type: 'image', source: { type: 'url', url: 'https://a.example/b.png' } }, text('a')),
    ]),
    'documents that are none': claude(
      [
        user(
          document(pdf('%PDF-1')),
          document(pdf('no')),
          document(pdf(' '.repeat(1000) + '%PDF-1')),
          document(pdf(' '.repeat(1100) + '%PDF-1')),
          document('', { title: 'T' }),
          text('a'),
        ),
      ],
      consent,
    ),
    'of a type that no header tells': gemini(
      [
        part(
          'user',
          { text: 'a' },
          inline('image/heic', 'AAAA'),
          inline('image/png', 'AAAA'),
          inline('image/heic', dot),
        ),
      ],
      consent,
    ),
    'files of types that are refused, or said wrongly': gemini(
      [
        part(
          'user',
          { text: 'a' },
          inline('application/zip', 'AAAA'),
          inline('', 'AAAA'),
          inline('application/octet-stream', dot),
          inline(undefined, dot),
          inline('audio/wav', 'AAAA'),
          inline('image/tiff', 'AAAA'),
        ),
      ],
      consent,
    ),
    'names of documents': converse([
      say(
        'user',
        { text: 'a' },
        paper('report.pdf'),
        paper('a  b'),
        paper('report-pdf'),
        paper('Plan [1] (x)'),
        paper(''),
        paper('.'),
        paper('n'.repeat(201)),
        paper('n'.repeat(200)),
      ),
    ]),
    'a document without a text, and beside a blank one': converse([
      say('user', paper('a')),
      say('assistant', { text: 'b' }),
      say('user', paper('b'), { text: ' ' }),
    ]),
    'a picture without a text': converse([say('user', { image: { format: 'png', source: { bytes: dot } } })]),
    'an error about a document without a text': converse([say('user', paper('a'))], {
      rules: { textBesideDocuments: false },
      error: refused('messages.0.content.1.document.source.bytes: a text block must be included when using documents'),
    }),
    'an error about the length of names': converse([say('user', { text: 'a' }, paper('n'.repeat(20)))], {
      error: refused(
        "1 validation error detected: Value at 'messages.1.member.content.2.member.document.name' failed to satisfy constraint: Member must have length less than or equal to 10",
      ),
    }),
    'an error about a picture': claude(seen, {
      ...consent,
      error: refused('messages.0.content.0.image.source.base64: Could not process image'),
    }),
    'an error about a result': claude(seen, {
      ...consent,
      error: refused('messages.2.content.0: Could not process image'),
    }),
    'an error about any': claude(seen, { rung: 'all', allow: 'lossy', error: refused('Could not process image') }),
    'an error about a result without pictures': claude([user('a'), assistant(call('x')), user(result('x'))], {
      allow: 'lossy',
      error: refused('messages.2.content.0: Could not process image'),
    }),
  },
  media_limit_exceeded: {
    'as large as may be, and larger by one': claude([user(image(dot + 'A'.repeat(1000)), image(dot), text('a'))], {
      ...consent,
      rules: { media: { ...limits, maxBytes: (dot.length + 1000) * 0.75 } },
    }),
    'larger than may be': claude([user(image(dot + 'A'.repeat(1004)), image(dot), text('a'))], {
      ...consent,
      rules: { media: { ...limits, maxBytes: (dot.length + 1000) * 0.75 } },
    }),
    'of no header that tells its pixels': claude([user(image('AAAA'), text('a'))], {
      ...consent,
      rules: { media: { ...limits, maxPixels: 0 }, mediaTypes: new Set(['image/png']) },
    }),
    'a video, of which there are too many': gemini(
      [part('user', { text: 'a' }, inline('video/mp4', 'AAAA'), inline('audio/wav', 'AAAA'))],
      { ...consent, rules: { media: { ...limits, maxCount: 0 } } },
    ),
    'an error about many': claude(seen, {
      ...consent,
      error: refused("You can't include more than 1 image in a request."),
    }),
    'an error about a maximum': claude(seen, { ...consent, error: refused('maximum number of images exceeded: 1') }),
    'an error about a dimension': claude([user(image(tinyPng(9, 1).data), text('a'))], {
      ...consent,
      error: refused('image dimensions exceed max allowed size: 8 pixels'),
    }),
    'too many': claude(seen, { ...consent, rules: { media: { ...limits, maxCount: 1 } } }),
    'as many as may be': claude(seen, { ...consent, rules: { media: limits } }),
    'too large, of too many pixels, and one among others': claude(
      [user(image(dot + 'A'.repeat(1400)), image(tinyPng(1, 101).data), text('a'))],
      { ...consent, rules: { media: { ...limits, manyCount: 2 } } },
    ),
    'of the pixels that one may have, and that many may': claude(
      [
        user(image(tinyPng(100, 1).data), text('a')),
        assistant(text('b')),
        user(image(tinyPng(51, 50).data), image(tinyPng(50, 50).data)),
      ],
      {
        ...consent,
        rules: { media: { ...limits, maxCount: 9, manyCount: 2 } },
      },
    ),
    'of the pixels that one may have alone': claude([user(image(tinyPng(100, 100).data), text('a'))], {
      ...consent,
      rules: { media: limits },
    }),
    'two of one result': claude(
      [user('a'), assistant(call('x')), user(result('x', [image(dot), image(dot), image(dot)]))],
      { ...consent, rules: { media: limits } },
    ),
    'a document': claude([user(document(pdf('%PDF-1') + 'A'.repeat(1400)), text('a'))], {
      ...consent,
      rules: { media: limits },
    }),
    'without consent': claude(seen, { rules: { media: { ...limits, maxCount: 1 } } }),
    'an error about the number': claude(seen, {
      ...consent,
      error: refused('Too many images and documents: 2 + 0 > 1'),
    }),
    'an error about pixels': claude([user(image(tinyPng(2001, 1).data), image(tinyPng(2000, 1).data), text('a'))], {
      ...consent,
      error: refused(
        'messages.0.content.0.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels',
      ),
    }),
    'an error about bytes': claude([user(image(dot + 'A'.repeat(4000)), image(dot), text('a'))], {
      ...consent,
      error: refused('messages.0.content.0.image.source.bytes: image exceeds 2 KB maximum: 3000 bytes > 2048 bytes'),
    }),
    'an error about one that is small enough': claude(seen, {
      ...consent,
      error: refused(
        'messages.2.content.0.image.source.bytes: image exceeds 5 MB maximum: 7167852 bytes > 5242880 bytes',
      ),
    }),
    'an error about a number that is none of pictures': claude(seen, {
      ...consent,
      error: refused('At most 1 image(s) may be provided in one request.'),
    }),
  },
  media_unsupported: {
    'of a kind that is not read': chat(
      [pictures(dataUrl, 'https://a.example/b.png'), say('user', sound, { type: 'text', text: 'a' })],
      {
        ...consent,
        rules: { mediaKinds: new Set(['audio']) },
      },
    ),
    'in a result': claude(seen, { ...consent, rules: { resultMediaKinds: new Set() } }),
    'in a result, where both are told': claude(seen, {
      ...consent,
      rules: { resultMediaKinds: new Set(['image']), mediaKinds: new Set() },
    }),
    'all kinds': claude([user(image(dot), document(pdf('%PDF-1')), text('a'))], {
      ...consent,
      rules: { mediaKinds: new Set() },
    }),
    'without consent': claude(seen, { rules: { mediaKinds: new Set() } }),
    'an error of a model': claude(seen, {
      ...consent,
      error: refused('this model does not support image input (ref: abc)'),
    }),
    'an error about tools': claude(seen, {
      ...consent,
      error: onlyUsers('tool'),
    }),
    'an error about what the model sent': chat([pictures(dataUrl), imageOf('assistant')], {
      ...consent,
      error: onlyUsers('assistant'),
    }),
    'an error about the answer to a function': chat([imageOf('function', { name: 'look' }), pictures(dataUrl)], {
      ...consent,
      error: onlyUsers('function'),
    }),
  },
}
