import { readOnce } from '../json/read-once.ts'
import { speaksAsTool } from '../transcript/speaks-as-tool.ts'
import type { Message, Transcript, Turn } from '../transcript/transcript.ts'
import { PairerOfForms } from './pairer-of-forms.ts'
import type { ResultEdit, ResultForms } from './result-forms.ts'
import { sentTogether } from './sent-together.ts'
import { ToolPlacesOfForms } from './tool-places-of-forms.ts'

/** Results of any format. */
export const resultsAnywhere: ResultForms = {
  pairer: PairerOfForms,

  answer(call, result, edit, transcript, { answersWhole, results, resultsInOneMessage }) {
    const { index, turnIndex } = call.message
    const turn = transcript.turns[turnIndex]!
    const isApart = answersWhole === true && call.message !== turn.messages.at(-1)
    if (results === 'same-block') edit.replace(call, result)
    // Parallel calls stay together: their results stand behind the last of them.
    else if (results === 'items') edit.insertRaw(callEnds(transcript)[index]!, result)
    else if (call.shape.server) return false
    else if (results === 'own-messages') edit.insertRaw(resultEnds(transcript)[index + 1]!, result)
    else if (resultsInOneMessage && !isApart) answerBehind(turn, result, edit, transcript)
    else return false
    return true
  },

  endOfResults: (index, transcript) => resultEnds(transcript)[index]!,

  renameSeal(call, id, edit) {
    const seal = edit.write.sealBeside?.(call)
    if (seal) edit.replace(seal, edit.write.withField(seal.raw, 'id', id))
  },

  sentTogether,

  places: ToolPlacesOfForms,
}

/** Results stand in the message right behind the turn that calls; one that holds none of them is another's. */
function answerBehind(turn: Turn, result: unknown, edit: ResultEdit, { messages }: Transcript): void {
  const next = turn.messages.at(-1)!.index + 1
  const home = messages[next]
  if (home?.role === 'user' && holdsResults(home)) edit.insertResult(home, result)
  else edit.insertMessage(next, 'user', [result])
}

const holdsResults = readOnce(({ blocks }: Message) => blocks.some(({ kind }) => kind === 'tool_result'))

const callEnds = endsOf(({ blocks }) => blocks[0]?.kind === 'tool_call')
const resultEnds = endsOf((message) => message.role === 'tool' && !speaksAsTool(message))

/** For each index the end of the run of such messages that begins there. */
function endsOf(belongs: (message: Message) => boolean): (transcript: Transcript) => Int32Array {
  return readOnce(({ messages }) => {
    const ends = new Int32Array(messages.length + 1).fill(messages.length)
    for (let index = messages.length - 1; index >= 0; index -= 1)
      ends[index] = belongs(messages[index]!) ? ends[index + 1]! : index
    return ends
  })
}
