import { defineConfig, type UserConfig } from 'tsdown'

const config: UserConfig = defineConfig({
  entry: {
    index: 'src/index.ts',
    anthropic: 'src/anthropic.ts',
    testing: 'src/testing/index.ts',
  },
  format: 'esm',
  platform: 'node',
  target: 'node22',
  dts: true,
  clean: true,
  fixedExtension: false,
  // White space and comments of 240 kB cost the cold import several milliseconds; names stay, for readable stacks.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
})

export default config
