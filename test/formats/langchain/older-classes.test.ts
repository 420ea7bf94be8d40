import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

/** A class of @langchain/core 0.3: no brand and no field for its type, but a method that tells it, and `toJSON`. */
function classOf(kind: string, name: string) {
  return class {
    readonly lc_kwargs: object
    constructor(fields: object) {
      Object.assign(this, fields)
      this.lc_kwargs = fields
    }
    static lc_name(): string {
      return name
    }
    _getType(): string {
      return kind
    }
    toJSON(): object {
      return { lc: 1, type: 'constructor', id: ['langchain_core', 'messages', name], kwargs: this.lc_kwargs }
    }
  }
}
const Human = classOf('human', 'HumanMessage')
const Ai = classOf('ai', 'AIMessage')
const Tool = classOf('tool', 'ToolMessage')
const messageClasses = { human: Human, ai: Ai, tool: Tool }

const asks = (): object => new Human({ content: 'Go on.' })
const calls = (): object =>
  new Ai({ content: '', tool_calls: [{ type: 'tool_call', id: 'c1', name: 'read', args: {} }] })
const answers = (): object => new Tool({ content: 'Found.', tool_call_id: 'c1' })
const says = (): object => new Ai({ content: 'Done.' })
const repaired = (list: readonly object[]) => repair(list, { format: 'langchain', request: { messageClasses } })

test.each<[string, () => object[]]>([
  ['first', () => [asks(), calls(), asks(), says(), asks()]],
  ['last', () => [asks(), says(), asks(), calls(), asks()]],
  ['beside a result of no call (two faults)', () => [asks(), answers(), says(), asks(), calls(), asks()]],
])(
  'a repaired list holds what @langchain/core 0.3 takes for no message: a call without a result, %s',
  (_where, list) => {
    const broken = list()
    const { messages, ok } = repaired(broken)
    expect(ok).toBe(true)
    expect(messages.filter((message) => ![Human, Ai, Tool].some((made) => message instanceof made))).toEqual([])
    expect(messages.some((message) => message instanceof Tool)).toBe(true)
    expect(messages).toContain(broken[0])
  },
)

test('a healthy list of these classes is changed (I1)', () => {
  const list = [asks(), calls(), answers(), says(), asks()]
  expect(repaired(list).messages).toBe(list)
})
