#!/usr/bin/env node
// No static import, and no syntax younger than ES2015 and `import()`: an old Node must get as far as the sentence.

/** 22016 for 22.16.x. */
const release: number = process.versions.node
  .split('.')
  .slice(0, 2)
  .reduce((sum, part) => sum * 1000 + Number(part), 0)

if (release < 22016) {
  process.stderr.write('session-recovery needs Node 22.16 or newer, and this is Node ' + process.versions.node + '.\n')
  process.exitCode = 2
} else {
  // Most of the time of a short command is the compiling of its modules: the second run finds it done.
  process.getBuiltinModule('node:module').enableCompileCache()
  void import('./cli/main.ts').then(({ main }) => main())
}
