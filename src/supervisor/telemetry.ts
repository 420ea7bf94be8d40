import type { Counter, Histogram, Span, Tracer } from '@opentelemetry/api'
import type { RecoveryPlan } from './make-plan.ts'
import type { RecoveryResult } from './recovery-result.ts'

const scope = 'session-recovery'
const prefix = 'session_recovery.supervisor'

/** Reports recoveries to the host's telemetry. */
export interface Telemetry {
  /** Begins a span; the returned function ends it and updates the metrics. */
  recovery(plan: RecoveryPlan, conversationID: string | undefined): (result: RecoveryResult) => void
}

const silent: Telemetry = { recovery: () => () => undefined }

/**
 * Telemetry through `@opentelemetry/api`, an optional peer, if the host has installed it; without an SDK its calls do nothing.
 * All names have our prefix, except `gen_ai.conversation.id` of the semantic conventions.
 */
export async function loadTelemetry(wanted: boolean): Promise<Telemetry> {
  const api = wanted ? await import('@opentelemetry/api').catch(() => undefined) : undefined
  if (!api) return silent
  const tracer: Tracer = api.trace.getTracer(scope)
  const meter = api.metrics.getMeter(scope)
  const attempts: Counter = meter.createCounter(`${prefix}.recoveries`, {
    description: 'Recoveries by outcome; recovered only after a probe',
    unit: '{recovery}',
  })
  const duration: Histogram = meter.createHistogram(`${prefix}.recovery.duration`, {
    description: 'Time of a recovery, probe included',
    unit: 's',
  })
  return {
    recovery(plan, conversationID) {
      const span: Span = tracer.startSpan(`${prefix}.recover`, {
        attributes: {
          [`${prefix}.session.id`]: plan.sessionID,
          [`${prefix}.failure.class`]: plan.class,
          ...(conversationID !== undefined && { 'gen_ai.conversation.id': conversationID }),
        },
      })
      return (result) => {
        const attributes = {
          [`${prefix}.outcome`]: result.outcome,
          [`${prefix}.failure.class`]: result.class,
          ...(result.strategy && { [`${prefix}.strategy`]: result.strategy }),
        }
        for (const { strategy, result: how } of result.tried)
          span.addEvent('strategy', { [`${prefix}.strategy`]: strategy, [`${prefix}.result`]: how })
        span.setAttributes(attributes)
        if (result.outcome === 'archived' || result.outcome === 'failed')
          span.setStatus({ code: api.SpanStatusCode.ERROR, ...(result.why && { message: result.why }) })
        span.end()
        attempts.add(1, attributes)
        duration.record(result.durationMs / 1000, attributes)
      }
    },
  }
}
