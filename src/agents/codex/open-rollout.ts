import { indexForms } from '../../formats/index-forms.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { AgentSession, SessionRef, SessionWrite } from '../agent.ts'
import { changesOfFindings } from '../jsonl/line-findings.ts'
import { rewriteLines } from '../jsonl/rewrite-lines.ts'
import { sessionFile } from '../jsonl/session-file.ts'
import { lastRefusal } from '../last-refusal.ts'
import type { SessionFinding } from '../session-finding.ts'
import { payloadOf } from './codex-record.ts'
import { itemRef, planRollout } from './plan-rollout.ts'
import { rebuildHeader } from './rebuild-header.ts'
import { rolloutEvidence } from './rollout-evidence.ts'
import { readRollout, scanOptions } from './read-rollout.ts'

/** Releases whose rollouts were run and damaged for `docs/agents.md`. */
const knownVersion = /^0\.169\./

function versionOf(header: Record<string, unknown> | undefined): string | undefined {
  const version = header && payloadOf(header)?.['cli_version']
  return typeof version === 'string' ? version : undefined
}

/** Reads a rollout into the input items that Codex would send. Damage is in the findings, not thrown. */
export async function openRollout(ref: SessionRef): Promise<AgentSession> {
  const file = await sessionFile(ref.path)
  const rollout = await readRollout(ref.path)
  const header = rollout.hasHeader ? undefined : await rebuildHeader(ref.path, ref.id, rollout)
  const { model } = rollout
  const version = rollout.version ?? versionOf(header)
  const tested = version !== undefined && knownVersion.test(version)
  const unknownVersion: SessionFinding = {
    code: 'unknown_host_version',
    severity: 'info',
    detail: version === undefined ? {} : { version },
  }

  const plan = (edits: readonly Edit[]): SessionWrite => {
    const { decisions, changes } = planRollout(rollout, edits, header)
    const ending = rollout.crlf ? 'crlf' : 'lf'
    return file.write([...changesOfFindings(rollout.findings), ...changes], (write, quarantine) =>
      rewriteLines(ref.path, decisions, write, { scan: scanOptions, ending, quarantine }),
    )
  }
  return {
    ref,
    format: 'openai-responses',
    messages: rollout.items.map(({ item }) => item),
    ...(model !== undefined && { request: { model } }),
    // Codex asks for `store: false`: reasoning without its content refers to what nobody has kept.
    rules: { signatures: 'required', indexForms: indexForms['openai-responses'] },
    evidence: rolloutEvidence(rollout),
    findings: [...rollout.findings, ...(tested ? [] : [unknownVersion])],
    lastRefusal: lastRefusal(rollout.verdicts, (verdict) => verdict),
    ...(version !== undefined && { hostVersion: version }),
    known: tested && rollout.findings.every(({ code }) => code !== 'unsupported_record'),
    resume: ['codex', 'resume', ref.id],
    locate: ({ messageIndex }) => {
      const found = rollout.items[messageIndex]
      return found ? [itemRef(found)] : []
    },
    plan,
  }
}
