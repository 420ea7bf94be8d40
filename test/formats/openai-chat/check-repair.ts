import { expect } from 'vitest'
import { type ChatMessage, type ChatTranscript, type ChatVendor, judgeOpenAIChatRequest } from '../../../src/testing.ts'
import { repair } from '../../../src/repair/repair.ts'
import type { RepairResult } from '../../../src/repair/repair-result.ts'

export type Allow = 'none' | 'synthesised' | 'lossy'

export function repairFor(vendor: ChatVendor, { messages, request }: ChatTranscript, allow: Allow): RepairResult {
  return repair(messages, { format: 'openai-chat', dialect: vendor, request, allow })
}

/** `200`, or the wording of the refusal. */
export function verdict(vendor: ChatVendor, request: object, messages: unknown): string {
  const judgement = judgeOpenAIChatRequest({ ...request, messages }, vendor)
  return 'wording' in judgement ? judgement.wording : '200'
}

/** Every text that a person or a tool wrote, and that must survive (I4). */
export function humanTexts(messages: readonly ChatMessage[]): string[] {
  return messages.flatMap((message) => {
    if (typeof message !== 'object' || message === null) return []
    if (message.role === 'assistant' || message.role === 'model') return []
    return leaves(message['content']).filter((text) => text.trim() !== '' && !text.startsWith('data:'))
  })
}

function leaves(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([field, inner]) => (field === 'type' ? [] : leaves(inner)))
}

/** What has to hold of every repair: accepted, idempotent, deterministic, untouched where it is healthy, honest about loss. */
export function checkRepair(label: string, vendor: ChatVendor, damaged: ChatTranscript, allow: Allow): void {
  const given = JSON.stringify(damaged.messages)
  const result = repairFor(vendor, damaged, allow)
  const request = { ...damaged.request, ...result.request }
  expect(`${label}: ${verdict(vendor, request, result.messages)}`).toBe(`${label}: 200`)
  expect([label, result.ok, result.remaining]).toEqual([label, true, []])
  const again = repairFor(vendor, { ...damaged, request, messages: result.messages as ChatMessage[] }, allow)
  expect(again.messages, `${label}: a second repair changes something`).toBe(result.messages)
  expect(JSON.stringify(damaged.messages), `${label}: the input was changed`).toBe(given)
  const copy = repairFor(vendor, structuredClone(damaged), allow)
  expect(JSON.stringify(copy.messages), `${label}: not deterministic`).toBe(JSON.stringify(result.messages))
  checkIdentity(label, damaged.messages, result)
  if (result.loss === 'lossy') return
  const media = mediaIn(result.messages)
  expect([label, mediaIn(damaged.messages).filter((payload) => !media.includes(payload))]).toEqual([label, []])
  const kept = JSON.stringify(result.messages)
  for (const text of humanTexts(damaged.messages)) {
    const wanted = JSON.stringify(text.toWellFormed()).slice(1, -1)
    const escaped = JSON.stringify(wanted).slice(1, -1)
    expect(kept.includes(wanted) || kept.includes(escaped), `${label}: lost ${wanted}`).toBe(true)
  }
}

/** Base64 payloads, whatever form they are written in. */
function mediaIn(messages: readonly unknown[]): readonly string[] {
  return JSON.stringify(messages).match(/(?:iVBORw0KGgo|\/9j\/4AAQ|R0lGODlh|UklGR)[A-Za-z0-9+/=]{8,}/g) ?? []
}

/** I6: a message without an edit is the same object. */
function checkIdentity(label: string, before: readonly unknown[], result: RepairResult): void {
  const edited = new Set(result.edits.flatMap((edit) => (edit.op === 'insert' ? [] : [edit.index])))
  const after = new Set(result.messages)
  before.forEach((message, index) => {
    if (!edited.has(index)) expect(after.has(message), `${label}: message ${index} is a copy`).toBe(true)
  })
}

/** A refused conversation is repaired, an accepted one left alone; returns whether it was refused. */
export function expectRepaired(label: string, vendor: ChatVendor, given: ChatTranscript, allow: Allow): boolean {
  if (verdict(vendor, given.request, given.messages) !== '200') {
    checkRepair(label, vendor, given, allow)
    return true
  }
  const { faults, messages } = repairFor(vendor, given, 'lossy')
  expect([label, faults]).toEqual([label, []])
  expect(messages).toBe(given.messages)
  return false
}
