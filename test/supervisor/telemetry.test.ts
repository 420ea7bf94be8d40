import { metrics, trace } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { expect, onTestFinished, test } from 'vitest'
import { createSessionSupervisor } from '../../src/supervisor.ts'
import { fakeExecutor } from './fake-executor.ts'

test('a recovery is no span and no metric of the real SDK, or names things outside of its namespace', async () => {
  const spans = new InMemorySpanExporter()
  const measures = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const meters = new MeterProvider({
    readers: [new PeriodicExportingMetricReader({ exporter: measures, exportIntervalMillis: 3_600_000 })],
  })
  trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }))
  metrics.setGlobalMeterProvider(meters)
  onTestFinished(async () => {
    trace.disable()
    metrics.disable()
    await meters.shutdown()
  })
  await using supervisor = createSessionSupervisor({ executors: [fakeExecutor()] })
  await supervisor.register('works', { command: ['agent'], conversationID: 'conv_7' })
  await supervisor.register('fails', { command: ['agent', 'a secret'], probe: () => false })
  await supervisor.recover('works', { class: 'exit' })
  await supervisor.recover('fails', { class: 'exit', text: 'a secret' })
  await meters.forceFlush()

  const prefix = 'session_recovery.supervisor'
  const [works, fails, ...more] = spans.getFinishedSpans()
  expect(more).toEqual([])
  expect(works).toMatchObject({
    name: `${prefix}.recover`,
    attributes: {
      'gen_ai.conversation.id': 'conv_7',
      [`${prefix}.session.id`]: 'works',
      [`${prefix}.outcome`]: 'recovered',
    },
    status: { code: 0 },
  })
  expect(works?.events[0]?.attributes).toMatchObject({ [`${prefix}.result`]: 'recovered' })
  expect(fails).toMatchObject({ attributes: { [`${prefix}.outcome`]: 'archived' }, status: { code: 2 } })
  expect(Object.keys(fails?.status ?? {})).toEqual(['code', 'message'])
  expect(fails?.status.message).toMatch(/\w/)
  const names = [works, fails].flatMap((span) => Object.keys(span?.attributes ?? {}))
  expect(names.filter((name) => !name.startsWith(prefix))).toEqual(['gen_ai.conversation.id'])
  expect(JSON.stringify([works?.attributes, fails?.attributes, fails?.events])).not.toContain('a secret')

  const told =
    measures
      .getMetrics()
      .at(-1)
      ?.scopeMetrics.flatMap(({ metrics: each }) => each) ?? []
  expect(told.map(({ descriptor }) => descriptor.name)).toEqual([`${prefix}.recoveries`, `${prefix}.recovery.duration`])
  expect(told[0]?.dataPoints.map(({ attributes, value }) => [attributes[`${prefix}.outcome`], value])).toEqual([
    ['recovered', 1],
    ['archived', 1],
  ])
})
