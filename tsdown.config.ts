import { fileURLToPath } from 'node:url'
import { defineConfig, type UserConfig } from 'tsdown'
import { lazyEngine } from './scripts/lazy-engine.ts'
import { lazyZod } from './scripts/lazy-zod.ts'
import { licenceOf } from './scripts/licence-of.ts'
import { neededBy } from './scripts/needed-by.ts'

const common = {
  entry: {
    index: 'src/index.ts',
    'ai-sdk': 'src/ai-sdk.ts',
    audit: 'src/audit.ts',
    anthropic: 'src/anthropic.ts',
    bedrock: 'src/bedrock.ts',
    fetch: 'src/fetch.ts',
    fleet: 'src/fleet.ts',
    google: 'src/google.ts',
    'claude-code': 'src/claude-code.ts',
    journal: 'src/journal.ts',
    langchain: 'src/langchain.ts',
    mastra: 'src/mastra.ts',
    openai: 'src/openai.ts',
    'openai-agents': 'src/openai-agents.ts',
    opencode: 'src/opencode.ts',
    postgres: 'src/postgres.ts',
    supervisor: 'src/supervisor.ts',
    mcp: 'src/mcp.ts',
    'mcp-parts': 'src/mcp-parts.ts',
    presence: 'src/presence.ts',
    testing: 'src/testing.ts',
    cli: 'src/cli.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  fixedExtension: false,
} satisfies UserConfig

const withLinter = { ...common.entry, linter: 'src/linter.ts' }

// White space and comments of 240 kB cost the cold import several milliseconds; names stay, for readable stacks.
const minify = {
  compress: { keepNames: { function: true, class: true } },
  mangle: { toplevel: false },
  codegen: { removeWhitespace: true },
} as const

/** What only calls of adapters need: programs that import the core alone do not read it. */
const ofCalls =
  'adopt-repair|adoptions|call-guard|element-at-position|former-messages|guarded-call|open-calls|parts-of|resolve-call-options|' +
  'send-until-accepted|session-recorder|session-tails?|tell|unguessable|waiting-turns'

/** What stands below all others. */
const ground =
  /\/src\/(?:errors|json|faults|media|transcript)\/|\/src\/formats\/(?:format-name|index-forms)\.ts$|stub:|rolldown\/runtime/

const index = sourceOf('index')
const isOfIndex = neededBy(index)
const isOfAdapters = neededBy(sourceOf('fetch'), sourceOf('langchain'))
/**
 * What the import of the package reads, whatever else of it a program imports: one file. The little of the ground that adapters need
 * beside it is there too: a file of its own would take them a millisecond, and this takes the others none.
 */
const isCore: typeof isOfIndex = (id, graph) => isOfIndex(id, graph) || (ground.test(id) && isOfAdapters(id, graph))

/** What Node runs: few files, since each that an import opens costs a good millisecond, and the engine when it is needed. */
const forNode: UserConfig = {
  ...common,
  dts: false,
  clean: false,
  plugins: [lazyEngine(), lazyZod(), licenceOf('zod')],
  // The place of the one is taken by the plugin, which sees only what is no dependency. Of the other what checks rows is built in: as a
  // package it comes with fifty languages, and reading them takes longer than Node itself takes to start.
  deps: { alwaysBundle: ['lru-cache', 'zod/mini'] },
  outputOptions: {
    codeSplitting: {
      groups: [
        { name: (id, graph) => (isCore(id, graph) ? 'core' : null), test: (id) => id !== index },
        { name: 'ground', test: ground },
        // What is in both forms of it: those who check rows do not read the form of the supervisor.
        { name: 'zod-core', test: /\/zod\/v4\/(?:core|locales)\// },
        { name: 'state', test: /\/src\/storage\/(?:facts|rules\/|state\/(?!changes-of)|memory\/memory)/ },
        { name: 'calls', test: new RegExp(`/src/(?:adapters/(?:fetch|shared|wire)/|recovery/(?:${ofCalls})\\.ts)`) },
      ],
    },
  },
  minify,
}

/** What bundlers take: a file for each module, so that they leave out what a program does not use. */
const forBundlers: UserConfig = {
  ...common,
  entry: withLinter,
  outDir: 'dist/modules',
  dts: false,
  clean: false,
  unbundle: true,
}

/** A linter of chosen formats shares nothing with the engine, which is there for all of them. */
const linter: UserConfig = { ...common, entry: { linter: 'src/linter.ts' }, dts: false, clean: false, minify }

const types: UserConfig = { ...common, entry: withLinter, dts: { emitDtsOnly: true }, clean: true }

function sourceOf(entry: string): string {
  return fileURLToPath(new URL(`src/${entry}.ts`, import.meta.url))
}

const config: UserConfig[] = defineConfig([types, forNode, linter, forBundlers]) as UserConfig[]

export default config
