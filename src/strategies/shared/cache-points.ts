import type { RequestBody } from '../../formats/format.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { withField } from '../../json/with-field.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Block } from '../../transcript/transcript.ts'

/** A cache mark that is a block of its own, or an item of a list of the request. */
interface CachePoint {
  readonly block?: Block
  readonly raw: unknown
}

/** Cache marks of the request and of its messages, in the order in which the provider reads them. */
export class CachePoints {
  readonly #context: LintContext
  readonly #inMessages: readonly Block[]

  /** @param inMessages those that may stand where they do */
  constructor(context: LintContext, inMessages: readonly Block[]) {
    this.#context = context
    this.#inMessages = inMessages
  }

  /** Reports those that stand where the model takes none, and then those that are too many or of too short a life. */
  check(): void {
    const { marksBeside, marksRefused, marksRefusedBeside } = this.#context.rules
    for (const [field, inside] of marksBeside?.lists ?? [])
      if (marksRefused === true || marksRefusedBeside === field)
        this.#reportBeside(field, inside, () => true, 'no cache')
    if (marksRefused !== true) this.#checkOrder()
  }

  #checkOrder(): void {
    const { report, rules } = this.#context
    const { lists } = rules.marksBeside ?? { lists: [] }
    const taken = lists.filter(([field]) => field !== rules.marksRefusedBeside)
    const beside = taken.flatMap(([field, inside]) => this.#marksIn(field, inside))
    const points: CachePoint[] = [...beside, ...this.#inMessages.map((block) => ({ block, raw: block.raw }))]
    const lastLong = points.findLastIndex((point) => this.#isLong(point))
    // "A ttl='1h' cache_control block must not come after a ttl='5m' cache_control block": what may live longer stays.
    const short = new Set(points.slice(0, Math.max(0, lastLong)).filter((point) => !this.#isLong(point)))
    for (const [field, inside] of taken)
      this.#reportBeside(field, inside, (raw) => [...short].some((point) => point.raw === raw), 'lifetime order')
    const left = points.filter((point) => !short.has(point))
    // Those of the request hold what all requests share.
    const spare = new Set(
      left.filter(({ block }) => block !== undefined).slice(0, Math.max(0, left.length - rules.cacheMarks.max)),
    )
    for (const point of [...short, ...spare])
      if (point.block) {
        const { block } = point
        const reason = short.has(point) ? 'lifetime order' : `one of ${points.length}`
        report({ at: block, detail: { reason }, fix: (edit) => edit.remove(block) })
      }
  }

  #marksIn(field: string, inside: string | undefined): CachePoint[] {
    return listBeside(this.#context.request, field, inside)
      .filter((raw) => this.#isMark(raw))
      .map((raw) => ({ raw }))
  }

  #reportBeside(field: string, inside: string | undefined, isBad: (raw: unknown) => boolean, reason: string): void {
    const { report, request } = this.#context
    const list = listBeside(request, field, inside)
    const kept = list.filter((raw) => !this.#isMark(raw) || !isBad(raw))
    if (kept.length === list.length) return
    report({
      at: null,
      detail: { reason, field },
      fix: (edit) =>
        edit.setRequest({ [field]: inside === undefined ? kept : withField(request[field], inside, kept) }),
    })
  }

  #isMark(raw: unknown): boolean {
    return isRecord(raw) && raw[this.#key] !== undefined
  }

  #isLong({ raw }: CachePoint): boolean {
    const mark = isRecord(raw) ? raw[this.#key] : undefined
    return isRecord(mark) && mark['ttl'] === '1h'
  }

  get #key(): string {
    return this.#context.rules.marksBeside?.key ?? ''
  }
}

function listBeside(request: RequestBody, field: string, inside: string | undefined): readonly unknown[] {
  const value = request[field]
  return listOf(inside === undefined ? value : isRecord(value) ? value[inside] : undefined)
}
