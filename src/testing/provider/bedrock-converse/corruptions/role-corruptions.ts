import { damage } from '../../shared/damage.ts'
import { isResult, sites, modelOf, isClaude, type ConverseCorruption } from './corruption.ts'

export const roleCorruptions: readonly ConverseCorruption[] = [
  damage('same-role-twice', 'role_alternation', ({ messages }, pick) => {
    const site = pick([...messages.keys()].filter((at) => messages[at]!.role === 'user'))
    messages.splice((site ?? 0) + 1, 0, { role: 'user', content: [{ text: 'And another thing.' }] })
  }),
  damage('starts-with-assistant', 'role_order', ({ messages }) => {
    messages.unshift({ role: 'assistant', content: [{ text: 'Welcome back.' }] })
  }),
  damage('role-tool', 'role_invalid', (copy, pick) => {
    const site = pick(sites(copy, isResult))
    if (!site) return false
    site.message.role = 'tool' as never
  }),
  damage('role-model', 'role_invalid', ({ messages }, pick) => {
    const site = pick(messages.filter(({ role }) => role === 'assistant'))
    if (!site) return false
    site.role = 'model' as never
  }),
  damage('system-first', 'role_invalid', ({ messages }) => {
    messages.unshift({ role: 'system' as never, content: [{ text: 'Be brief.' }] })
  }),
  damage('system-inside', 'role_invalid', ({ messages }, pick) => {
    const site = pick([...messages.keys()].slice(1))
    if (site === undefined) return false
    messages.splice(site, 0, { role: 'system' as never, content: [{ text: 'The time is 12:00.' }] })
  }),
  damage('ends-with-assistant', 'prefill_unsupported', (copy) => {
    if (!isClaude(copy) || modelOf(copy).prefill) return false
    copy.messages.push({ role: 'assistant', content: [{ text: 'Half an answ' }] })
  }),
  damage('trailing-whitespace', 'trailing_whitespace', (copy) => {
    if (!isClaude(copy) || !modelOf(copy).prefill || copy.request['additionalModelRequestFields']) return false
    copy.messages.push({ role: 'assistant', content: [{ text: 'Half an answer: ' }] })
  }),
]
