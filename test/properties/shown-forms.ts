/** What somebody shows, as the APIs write it, and what of it must not get lost without a word: bytes, ids, names, places, words. */
export interface ShownForm {
  readonly name: string
  readonly part: object
  readonly holds: readonly string[]
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = btoa('%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj trailer<</Root 1 0 R>>\n%%EOF')
const place = 'https://example.com/shown'
const [title, said, beside] = ['A title of its own', 'What is said in it', 'What is said beside it']
const said1 = [{ type: 'text', text: said }]
const cited = { citations: { enabled: true } }

const row = (name: string, part: object, ...holds: string[]): ShownForm => ({ name, part, holds })

export const shownForms: readonly ShownForm[] = [
  row('Messages: an image', { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }, png),
  row('Messages: an image by its address', { type: 'image', source: { type: 'url', url: place } }, place),
  row('Messages: a file', { type: 'image', source: { type: 'file', file_id: 'file_011C' } }, 'file_011C'),
  row(
    'Messages: a document',
    {
      type: 'document',
      title,
      context: beside,
      ...cited,
      source: { type: 'base64', media_type: 'application/pdf', data: pdf },
    },
    title,
    beside,
    pdf,
  ),
  row(
    'Messages: a document in words',
    {
      type: 'document',
      title,
      context: beside,
      ...cited,
      source: { type: 'text', media_type: 'text/plain', data: said },
    },
    title,
    beside,
    said,
  ),
  row(
    'Messages: a finding',
    { type: 'search_result', title, source: place, content: said1, ...cited },
    title,
    place,
    said,
  ),
  row(
    'Messages: a finding that no call has asked for',
    {
      type: 'tool_result',
      tool_use_id: 'toolu_none',
      content: [{ type: 'search_result', title, source: place, content: said1 }],
    },
    title,
    place,
    said,
  ),
  row('Messages: an upload', { type: 'container_upload', file_id: 'file_012' }, 'file_012'),
  row('Chat: an image', { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'high' } }, png),
  row('Chat: an image by its address', { type: 'image_url', image_url: { url: place, detail: 'low' } }, place),
  row(
    'Chat: a file',
    { type: 'file', file: { filename: title, file_data: `data:application/pdf;base64,${pdf}` } },
    title,
    pdf,
  ),
  row('Chat: a file by its id', { type: 'file', file: { file_id: 'file-abc' } }, 'file-abc'),
  row('Chat: a sound', { type: 'input_audio', input_audio: { data: 'UklGRiQAAABXQVZF', format: 'wav' } }, 'UklGRiQ'),
  row('Responses: an image', { type: 'input_image', image_url: `data:image/png;base64,${png}`, detail: 'high' }, png),
  row('Responses: an image by its id', { type: 'input_image', file_id: 'file-img', detail: 'auto' }, 'file-img'),
  row(
    'Responses: a file',
    { type: 'input_file', filename: title, file_data: `data:application/pdf;base64,${pdf}` },
    title,
    pdf,
  ),
  row('Responses: a file by its address', { type: 'input_file', file_url: place }, place),
  row('Gemini: an image', { inlineData: { mimeType: 'image/png', data: png, displayName: title } }, png, title),
  row('Gemini: a file', { fileData: { mimeType: 'application/pdf', fileUri: place } }, place),
  row('Converse: an image', { image: { format: 'png', source: { bytes: png } } }, png),
  row(
    'Converse: a document',
    { document: { format: 'pdf', name: 'a name', context: beside, ...cited, source: { bytes: pdf } } },
    beside,
    pdf,
  ),
  row(
    'Converse: a finding',
    { searchResult: { title, source: place, content: [{ text: said }], ...cited } },
    title,
    place,
    said,
  ),
  row('AI SDK: an image', { type: 'image', image: png, mediaType: 'image/png' }, png),
  row('AI SDK: a file', { type: 'file', data: pdf, mediaType: 'application/pdf', filename: title }, title, pdf),
  row('AI SDK: a source', { type: 'source-url', sourceId: 's', url: place, title }, place, title),
  row('LangChain: an image', { type: 'image', source_type: 'base64', mime_type: 'image/png', data: png }, png),
]
