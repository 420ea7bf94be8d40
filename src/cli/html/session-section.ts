import type { AgentSession } from '../../agents/agent.ts'
import { findFormat } from '../../formats/index.ts'
import type { Format } from '../../formats/format.ts'
import type { Rules } from '../../formats/rules.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import type { Redactor } from '../../doctor/redact/redact.ts'
import { guideOf } from '../../doctor/guide/finding-guide.ts'
import { findingTitle } from '../../doctor/guide/finding-title.ts'
import { planEdits } from '../../doctor/repair/plan-edits.ts'
import { placeOf } from '../../doctor/check/place-of.ts'
import type { ReportedFinding, SessionReport } from '../../doctor/check/reported-finding.ts'
import { shortId } from '../../doctor/sessions/short-id.ts'
import { blockText } from '../../doctor/extract/block-text.ts'
import { escapeHtml } from './escape-html.ts'
import { counted } from '../../json/counted.ts'

/** Healthy messages that are shown around a broken one. */
const context = 2
const maxText = 4000

type BlockState = 'kept' | 'faulty' | 'removed' | 'added'

function renderBlock(block: Block, change: BlockState, redactor: Redactor): string {
  const whole = redactor.active ? redactor.text(blockText(block)) : blockText(block)
  const text = whole.length > maxText ? `${whole.slice(0, maxText)}… (${whole.length} characters)` : whole
  const names = [block.kind, block.name, block.callId].filter((each) => each !== undefined && each !== '')
  const label = names.map((each, index) => (index === 0 ? each! : redactor.name(each!))).join(' ')
  return `<div class="block ${change}"><span class="kind">${escapeHtml(label)}</span><pre>${escapeHtml(text)}</pre></div>`
}

interface CardOptions {
  readonly place: string
  readonly state: '' | 'broken' | 'fixed'
  /** How blocks that only this side has have changed; undefined: there is no other side. */
  readonly change: 'removed' | 'added' | undefined
  /** The other side: blocks that it has too are unchanged. */
  readonly other: Message | undefined
  /** The findings of this message. */
  readonly findings?: readonly ReportedFinding[]
  readonly redactor: Redactor
}

function faultNotes(findings: readonly ReportedFinding[]): string {
  return findings
    .map(({ type }) => `<div class="fault"><b>${type}</b> ${escapeHtml(guideOf(type).title)}</div>`)
    .join('')
}

function card(message: Message, { place, state, change, other, findings = [], redactor }: CardOptions): string {
  const same = new Set(other?.blocks.map(({ kind, raw }) => `${kind} ${JSON.stringify(raw)}`))
  const faulty = new Set(findings.map(({ at }) => at?.blockIndex))
  const blocks = message.blocks.map((block) => {
    const kept = change === undefined || same.has(`${block.kind} ${JSON.stringify(block.raw)}`)
    return renderBlock(block, kept ? (faulty.has(block.index) ? 'faulty' : 'kept') : change, redactor)
  })
  const body = blocks.length === 0 ? `<div class="block">no content (${message.content})</div>` : blocks.join('')
  return `<div class="message ${state}"><span class="role">${escapeHtml(message.role)}</span> <span class="place">${escapeHtml(place)}</span>${faultNotes(findings)}${body}</div>`
}

const gone = (text: string): string => `<div class="message gone">${text}</div>`

interface Sides {
  readonly session: AgentSession
  readonly format: Format
  readonly rules: Rules
  readonly findings: readonly ReportedFinding[]
  readonly redactor: Redactor
}

function rowsAt(index: number, edits: readonly Edit[], { session, format, rules, findings, redactor }: Sides): string {
  const inserted = edits
    .filter(({ op }) => op === 'insert')
    .map((edit) => {
      const message = format.read((edit as { after: unknown }).after, index, rules)
      const options: CardOptions = { place: 'new', state: 'fixed', change: 'added', other: undefined, redactor }
      return gone('nothing here') + card(message, options)
    })
  if (index >= session.messages.length) return inserted.join('')
  const edit = edits.find(({ op }) => op !== 'insert')
  const before = format.read(session.messages[index], index, rules)
  const after = edit?.op === 'replace' ? format.read(edit.after, index, rules) : undefined
  const here = findings.filter(({ at }) => at?.messageIndex === index)
  const line = session.locate({ messageIndex: index })[0]?.line
  const place = placeOf({ at: { messageIndex: index }, ...(line !== undefined && { line }) })
  const broken = edit !== undefined || here.length > 0
  const left = card(before, {
    place,
    state: broken ? 'broken' : '',
    change: edit && 'removed',
    other: after,
    findings: here,
    redactor,
  })
  const right = after
    ? card(after, { place, state: 'fixed', change: 'added', other: before, redactor })
    : edit
      ? gone('removed')
      : broken
        ? gone('unchanged: its repair is elsewhere, or needs consent (--allow lossy)')
        : gone('unchanged')
  return [...inserted, left + right].join('')
}

function conversation(session: AgentSession, report: SessionReport, redactor: Redactor): string {
  const format = findFormat(session.format)
  const planned = planEdits(session, { allow: 'synthesised' })
  const editsAt = Map.groupBy(planned.edits, ({ index }) => index)
  const marked = [...editsAt.keys(), ...report.findings.flatMap(({ at }) => (at === null ? [] : [at.messageIndex]))]
  const shown = new Set(
    marked.flatMap((at) => Array.from({ length: context * 2 + 1 }, (_, offset) => at - context + offset)),
  )
  const sides = { session, format, rules: format.rules(session.request ?? {}), findings: report.findings, redactor }
  const rows: string[] = []
  let skipped = 0
  for (let index = 0; index <= session.messages.length; index += 1) {
    if (index < session.messages.length && !shown.has(index)) {
      skipped += 1
      continue
    }
    if (skipped > 0) rows.push(`<div class="gap">${counted(skipped, 'healthy message')}</div>`)
    skipped = 0
    rows.push(rowsAt(index, editsAt.get(index) ?? [], sides))
  }
  return `<div class="sides"><h3>As stored</h3><h3>Proposed repair</h3>${rows.join('\n')}</div>`
}

/** One broken session: its findings, and the conversation around them before and after. */
export function sessionSection(report: SessionReport, session: AgentSession | undefined, redactor: Redactor): string {
  const matter = report.findings.filter(({ severity }) => severity !== 'info')
  const rows = matter.map((finding) => {
    const { repair } = guideOf(finding.type)
    const cells = [finding.type, findingTitle(finding), placeOf(finding), finding.loss ?? 'no repair', repair]
    return `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`
  })
  const next = report.next === null ? '' : `<p>Next: <code>${escapeHtml(report.next)}</code></p>`
  return `<section><h2>${escapeHtml(`${report.agent} ${shortId(report.id)}`)}</h2><p><code>${escapeHtml(report.path)}</code></p>
<table><tr><th>finding</th><th></th><th>where</th><th>cost</th><th>repair</th></tr>${rows.join('')}</table>${next}
${session ? conversation(session, report, redactor) : ''}</section>\n`
}
