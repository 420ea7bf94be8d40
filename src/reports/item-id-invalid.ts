import { lengthLimits } from '../detection/error-extras.ts'
import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const itemIdInvalid: Reports = {
  extras: { limits: lengthLimits },
  wordings: [
    wording('openai', /expected an id that (?:begins|starts) with/, 'OpenAI Responses'),
    wording('openai', /expected an id that contains/),
    wording('openai', /invalid input\.[^.:]{1,8}\.id: /, 'github.com/can1357/oh-my-pi/issues/284'),
    wording('openai', /input\.[^.:]{1,8}\.id: (?:string|empty|expected)/),
  ],
}
