// Runs before the build, on whatever Node there is, so without syntax that an old one does not know.
// `npm ci --ignore-scripts` leaves the repository's own Node out, and an older one of the machine fails far from the cause.
const [major, minor] = process.versions.node.split('.').map(Number)

if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    'This repository builds with its own Node 24, and it is not installed: this is Node ' +
      process.versions.node +
      '. Its install script did not run. Run: npm rebuild node (or npm ci without --ignore-scripts).\n',
  )
  process.exitCode = 1
}
