import { defineConfig, type UserConfig } from 'tsdown'

const config: UserConfig = defineConfig({
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
  dts: true,
  clean: true,
  fixedExtension: false,
  // Each file that an import opens costs a good millisecond: what nearly every entry needs stands in two of them. Types are
  // not grouped: their chunks would be named, and not written.
  outputOptions: {
    codeSplitting: {
      groups: [
        {
          name: 'engine',
          test: /\/src\/(?:errors|json|faults|detection|reports|transcript|formats|lint|strategies|repair)\/.*(?<!\.d)\.ts$/,
        },
        {
          name: 'recovery',
          test: /\/src\/(?:storage\/(?!copy\/|journal\/|postgres\/|sqlite\/)|recovery\/|hook\/).*(?<!\.d)\.ts$/,
        },
      ],
    },
  },
  // White space and comments of 240 kB cost the cold import several milliseconds; names stay, for readable stacks.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})

export default config
