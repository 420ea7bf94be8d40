// Child of liveness.test.ts: repairs a file once and prints the outcome.
import { repairFile } from '../../src/files/repair-file.ts'

const [path, folder, mark] = process.argv.slice(2)
await repairFile(
  path!,
  async (write) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await write(Buffer.from(mark!))
  },
  { folder: folder!, liveness: false, reason: 'test' },
).then(
  () => console.log('done', mark),
  (error: { code: string }) => console.log(error.code),
)
