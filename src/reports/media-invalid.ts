import { lengthLimits } from '../detection/shapes/error-extras.ts'
import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const mediaInvalid: Reports = {
  extras: { limits: lengthLimits },
  fields: [
    ...fields('document.name', 'long'),
    ...fields(
      'image image.source image.source.* image.format document.source document.source.* document.format document.name image_url input_image.* content.source content.source.* inline_data.* file_data.* pdf.* source.base64.* source.media_type inline_data.data input_audio input_audio.* audio.* video.*',
      'required null empty pattern value type list invalid unverifiable unsupported',
    ),
    // One that is missing altogether is no file yet.
    ...fields('content.file', 'null empty pattern value type list invalid unverifiable unsupported'),
    ...fields('image.source.* document.source.* container_upload.file_id', 'unpaired'),
    ...fields('image_url.url', 'null empty pattern type value invalid unverifiable unsupported'),
  ],
  sentences: says(
    'onlyIn mediaType',
    'content media empty',
    'media unreadable/invalid/unmatched/unverifiable/lacks/absent',
    'unreadable/duplicate/invalid/unverifiable/empty media',
    'unreadable content',
    'media shape/empty',
    'media needs mediaType/field',
    'media format unmatched/unsupported',
    'mediaType unsupported/invalid/needs/unmatched/onlyIn',
    'unsupported/invalid/unverifiable/lacks mediaType',
    'unsupported media mediaType',
    'media mediaType unsupported',
    'media unsupported mediaType',
    'media unsupported unverifiable',
    'media invalid/needs/mediaType media',
    'unsupported duplicate media',
    'media duplicate',
    'mediaType shape',
    'media needs empty media',
  ),
  things: ['media', 'mediaType'],
  wordings: [
    // llama.cpp
    wording('local', /invalid url (?:value|format)|url must be base64/),
    // vLLM
    wording('local', /url must be either a http, data or file url/),
    wording('local', /cannot load local files without --allowed-local-media/),
    wording('qwen', /content-(?:length|type) of multimodal url|(?:during|for) the data inspection/),
    // code 3310
    wording('mistral', /type: ?invalid_request_file/),
    // said of other downloads, too
    wording('any', /(?<![a-z])file could not be fetched from url|download image failed/, 'shared'),
    // decoders of Go, in Ollama
    wording('ollama', /image: unknown format/, 'shared'),

    wording('gemini', /mime_?type parameter with value/),
    // said of a file that has expired, too (github.com/google-gemini/deprecated-generative-ai-python/issues/692)
    wording(
      'gemini',
      /permission_denied.{1,80}permission to access the file [\w-]{1,60} or it may not exist/,
      'decisive',
    ),
    wording(
      'gemini',
      /permission to access the file [\w-]{1,60} or it may not exist.{0,40}permission_denied/,
      'decisive',
    ),
    wording(
      'gemini',
      /(?:^|error: ?|(?<!fetching from.{1,80})403:?(?: ?forbidden)?:? ?)you do not have permission to access the file [\w-]{1,60} or it may not exist/,
      'decisive',
    ),
    // over gRPC, which says nothing of who speaks
    wording('gemini', /invalid_argument: ?the document has no pages/),

    wording('xai', /when downloading image|fetching image failed|downloaded response does not contain a valid jpg/),
    wording('qwen', /url error, ?(?:please )?check url|provided url does not appear to be valid/),
    wording('moonshot', /unsupported image url/),
    wording('anthropic', /could not process (?:the )?(?:image|document)(?! file|:? ?(?:https?:|\/))/),
    wording('anthropic', /image does not match the provided media type/),
    // github.com/openai/openai-python/issues/3551
    wording('openai', /base64,.{1,200} is not a valid absolute ur[il]/),
    wording('anthropic', /image was specified using the .{1,60}media type/),
    wording(
      'anthropic',
      /(?<!this )pdf (?:specified |file |document |provided )?(?:was|is) (?:not valid|invalid|corrupt|password protected|encrypted)/,
    ),
    // platform.claude.com/docs/en/build-with-claude/files
    wording('anthropic', /(?<!api: ?)file not found: ?file_0\w{10,40}(?![\w.])/),
    wording(
      'anthropic',
      /only [\w, ]{0,40}(?:https urls|gs:\/\/ [\w/ ]{0,20}uris) are supported|only supports base64-encoded/,
    ),
    // said of the files that a program asks for, too: that call has a parameter of its own
    wording('openai', /(?<!parameter: ?id ?)no such file object: ?file-\w{3,40}(?!.{1,80}param: ?id(?!\w))/),
    // an answer that was spoken is kept for an hour
    wording('openai', /(?<![a-z] )audio with id audio_\w{1,80} not found/),
    wording('openai', /(?:image|file) data .{0,40}does not represent a valid (?:image|file)/),
    wording('openai', /uploaded an unsupported image/),
    wording('any', /invalid (?:base64 )?(?:image|file)[_ ]?(?:data|url|input)/, 'shared'),
    wording('openai', /only (?:image (?:types|urls) are|file_data is) supported|provided image ?url is not accessible/),
    wording('ai-sdk', /ai_downloaderror|invalid data content\. (?:expected|content)/),
    // github.com/QuantumNous/new-api/issues/1010
    wording('any', /invalid content type: ?[\w./+-]{1,40}, ?required image/),
    wording('openai', /expected a base64-encoded data url/),
    wording('openai', /(?:error|timeout)(?: while)? downloading|error getting file type|image may be too large/),
    wording(
      'any',
      /(?:failed|unable) to (?:download|fetch|retrieve) (?:the )?(?:image|file|content from|media|document)/,
      'shared',
    ),
    wording('any', /(?:failed|unable) to (?:load|process) (?:input )?(?:image|media)/, 'shared'),
    wording('openai', /unsupported image format|expected image type to be/, 'shared'),
    // github.com/charmbracelet/crush/issues/995
    wording('gemini', /unsupported mime ?type: ?(?!application\/json|text\/event)/),
    // github.com/QuantumNous/new-api/pull/1139
    wording(
      'any',
      /mime type [+\w./-]{3,40}(?:; ?charset=utf-8)?(?: from url https?:.{1,120})? is not supported/,
      'shared',
    ),
    // github.com/AmberSahdev/Open-Interface/issues/64
    wording('gemini', /provided image is not valid|could not create blob/),
    wording('gemini', /mime_?type must/),
    // LM Studio
    wording('local', /url field must be a base64 encoded image/),
    wording('ollama', /(?<!signature.{0,60})illegal base64 data/),
    // SGLang, by PIL
    wording('local', /error while loading data .{0,300}cannot identify image/),
    wording('fireworks', /please provide valid images/),
    wording('any', /missing required url field in image_?url/),
    // github.com/openai/codex/issues/10594
    wording('codex', /invalid image in your last message/),
    // SambaNova
    wording('any', /image_?url must start with data:image/),
    wording('ollama', /image urls? (?:is|are) not (?:currently |yet )?supported/),
    // github.com/Boise-State-Development/agentcore-public-stack/issues/400
    wording('bedrock', /messages can not contain duplicate document names/),
    // github.com/anomalyco/opencode/issues/19964
    wording('bedrock', /document (?:file )?names? can only contain/),
    wording('zhipu', /图片输入格式/),
    wording('any', /图片解析|图片下载失|图片格式|图像格式|图片读取|图片无法/),
    wording('any', /(?:image|document(?!ation)) .{0,40}could not be (?:processed|read|parsed)/, 'shared'),
    wording('openai', /invalid (?:base64 )?image(?:\.|,|}|$)/),
    wording('any', /image is corrupt/),
    // thrown by the chat models themselves, before anything is sent
    wording('langchain', /(?:image|file) content block must include|unsupported (?:image|file) source type/),
    // Bedrock Converse
    wording('bedrock', /text block must be included (?:when using|alongside)/),
  ],
}
