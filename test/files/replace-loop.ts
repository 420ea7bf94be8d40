// Child of replace.test.ts: replaces a file again and again until it is killed. Prints a dot per acknowledged replacement.
import { replaceFileDurably } from '../../src/files/replace-file-durably.ts'

const [path, size] = [process.argv[2]!, Number(process.argv[3])]
for (let round = 1; ; round += 1) {
  await replaceFileDurably(path, async (write) => {
    for (let part = 0; part < 16; part += 1) {
      await write(Buffer.alloc(size / 16, 0x61 + (round % 26)))
      if (process.argv[4] === 'slow') await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  process.stdout.write('.')
}
