/** The whole look of the page: nothing is loaded from anywhere. */
export const pageStyle = `
:root{color-scheme:light dark;--line:#8884;--bad:#c22;--good:#183;--dim:#777}
body{font:15px/1.45 system-ui,sans-serif;margin:0 auto;max-width:90rem;padding:1rem 2rem}
code,pre{font:13px/1.4 ui-monospace,monospace}
pre{margin:.2rem 0;white-space:pre-wrap;overflow-wrap:anywhere}
h2{border-top:2px solid var(--line);margin-top:2.5rem;padding-top:1rem}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:.5rem 1.5rem}
.sides>h3{margin:.2rem 0;position:sticky;top:0;background:Canvas}
.message{border:1px solid var(--line);border-radius:6px;padding:.4rem .7rem;min-width:0}
.message.broken{border-color:var(--bad);border-width:2px}
.message.fixed{border-color:var(--good);border-width:2px}
.gone{color:var(--dim);border-style:dashed}
.gap{grid-column:1/-1;text-align:center;color:var(--dim)}
.role{font-weight:600}.place,.kind{color:var(--dim);font-size:.85em}
.block{border-top:1px solid var(--line);padding:.2rem 0}
.block.faulty{border-left:4px solid var(--bad);padding-left:.5rem}
.block.removed{background:#c221;border-left:4px solid var(--bad);padding-left:.5rem}
.block.added{background:#1831;border-left:4px solid var(--good);padding-left:.5rem}
.fault{color:var(--bad)}.fault b{font-family:ui-monospace,monospace}
table{border-collapse:collapse}td,th{padding:.15rem .8rem;text-align:left;border-bottom:1px solid var(--line)}
`
