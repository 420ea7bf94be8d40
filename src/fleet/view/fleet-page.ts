import type { FleetOverview } from './fleet-overview.ts'

/** Ids come from sessions: printed without control characters, and as text only. */
const show = (value: unknown): string =>
  String(value)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const time = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19).replace('T', ' ')} UTC`

const table = (id: string, heads: readonly string[], rows: readonly (readonly string[])[]): string => `
<table id="${id}"><thead><tr>${heads.map((head) => `<th scope="col">${head}</th>`).join('')}</tr></thead>
<tbody>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('\n')}</tbody></table>
${rows.length === 0 ? '<p>None.</p>' : ''}`

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem;border-bottom:1px solid #8884;overflow-wrap:anywhere}
.bars{display:flex;align-items:flex-end;gap:3px;height:5rem}.bars div{flex:1;background:#47c;min-height:1px}
@media (prefers-color-scheme:dark){body{background:#111;color:#eee}}`

/** The page for operators. It has no script; the form is there only where a token allows more than reading. */
export function fleetPage(overview: FleetOverview, { nonce, mayRetry }: { nonce: string; mayRetry: boolean }): string {
  const { sessions, total, interrupted, parked, recoveries, at } = overview
  const most = Math.max(1, ...recoveries.map(({ count }) => count))
  const bars = recoveries.map(
    ({ hour, count }) => `<div class="h${Math.round((count / most) * 20)}" title="${time(hour)}: ${count}"></div>`,
  )
  const heights = Array.from({ length: 21 }, (_, step) => `.h${step}{height:${step * 5}%}`).join('')
  const retry = (sessionID: string, turnID: string): string =>
    mayRetry
      ? `<form method="post" action="/retry"><input type="hidden" name="session" value="${show(sessionID)}">
<input type="hidden" name="turn" value="${show(turnID)}"><button>Try again</button></form>`
      : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fleet</title>
<meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="10">
<style nonce="${nonce}">${STYLE}${heights}</style></head><body><h1>Fleet</h1><p>${time(at)}. ${total} sessions.</p>
<h2>Interrupted</h2>${table(
    'interrupted',
    ['Session', 'Turn', 'Since'],
    interrupted.map(({ sessionID, turnID, since }) => [show(sessionID), show(turnID), time(since)]),
  )}
<h2>Parked</h2>${table(
    'parked',
    ['Session', 'Turn', 'Parked', 'Attempts', ''],
    parked.map(({ sessionID, turnID, at: parkedAt, attempts }) => [
      show(sessionID),
      show(turnID),
      time(parkedAt),
      attempts
        .map(({ node, outcome, error, isRepair }) =>
          show(`${node}: ${outcome}${isRepair ? ' while it repaired' : ''} ${error ?? ''}`),
        )
        .join('<br>'),
      retry(sessionID, turnID),
    ]),
  )}
<h2>Recoveries of the last day</h2><div class="bars" id="recoveries" role="img" aria-label="Recoveries by hour: ${recoveries.map(({ count }) => count).join(', ')}">${bars.join('')}</div>
<h2>Sessions</h2>${table(
    'sessions',
    ['Session', 'Owner', 'Until', 'Turns under way', 'Messages', 'Changed'],
    sessions.map((session) => [
      show(session.sessionID),
      show(session.owner ?? '-'),
      session.until === null ? '-' : time(session.until),
      session.pending.map(({ turnID, state }) => show(`${turnID}: ${state}`)).join('<br>'),
      String(session.messages),
      time(session.updatedAt),
    ]),
  )}</body></html>`
}
