import { cpus } from 'node:os'
import { createVerdictCache } from '../src/repair/create-verdict-cache.ts'
import { diagnose } from '../src/repair/diagnose.ts'
import { repair } from '../src/repair/repair.ts'
import { formatSamples } from './formats.ts'
import { longConversation } from './long-conversation.ts'

/* All numbers are ratios inside one run, or times beside the machine that made them: compare nothing across machines. */

const rounds = 40

/** The best of some rounds, in milliseconds: what other processes take away is no property of the code. */
function time(run: () => unknown): number {
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now()
    run()
    return performance.now() - start
  })
  return Math.min(...times)
}

const count = 10_000
const { messages, ...request } = longConversation(count)
const options = { format: 'anthropic-messages', request } as const
const bytes = JSON.stringify({ ...request, messages }).length

const broken = messages.map((message, index) => (index % 100 === 1 ? { ...message, id: `msg_${index}` } : message))
const unanswered = messages.filter((_, index) => index % 400 !== 2)

const stringify = time(() => JSON.stringify({ ...request, messages }))
const healthy = time(() => diagnose(messages, options))
const cache = createVerdictCache()
cache.diagnose(messages, options)
const appended = time(() => cache.diagnose([...messages, { role: 'user', content: 'One more.' }], options))
const fields = time(() => repair(broken, options))
const results = time(() => repair(unanswered, options))

const ms = (value: number): string => `${value.toFixed(2)} ms`
const rows: readonly [what: string, value: string, target: string][] = [
  ['JSON.stringify of the body', ms(stringify), ''],
  ['healthy, cold', `${ms(healthy)} = ${((healthy / stringify) * 100).toFixed(1)} %`, '≤ 5 %'],
  ['one turn appended, cached', `${ms(appended)} = ${((appended / stringify) * 100).toFixed(2)} %`, ''],
  [`repair of ${repair(broken, options).faults.length} unknown fields`, ms(fields), '< 3 ms'],
  [`repair of ${repair(unanswered, options).faults.length} missing results`, ms(results), '< 3 ms'],
]
console.log(`${cpus()[0]?.model}, Node ${process.version}`)
console.log(
  `${messages.length} messages, ${Math.round(bytes / messages.length)} bytes each, best of ${rounds} rounds\n`,
)
for (const [what, value, target] of rows) console.log(`${what.padEnd(34)}${value.padEnd(22)}${target}`)

console.log('\nhealthy, cold, 200 short conversations of each test kit, beside JSON.stringify of the same')
for (const { format, conversations } of formatSamples()) {
  const written = time(() => conversations.map((conversation) => JSON.stringify(conversation)))
  const checked = time(() =>
    conversations.map(({ messages: list, request: body }) => diagnose(list, { format, request: body })),
  )
  console.log(`${format.padEnd(34)}${ms(checked)} = ${((checked / written) * 100).toFixed(0)} %`)
}
