import { expect, test } from 'vitest'
import { commands } from '../../src/cli/table/commands.ts'
import { recordOf } from './record-of.ts'

test('the help or the completion of a command is not what is on record', async () => {
  const lines = [
    '--help',
    ...commands.map(({ name }) => `${name} --help`),
    ...['bash', 'zsh', 'fish'].map((shell) => `completion ${shell}`),
  ]
  await expect(await recordOf(lines, '/home/ada')).toMatchFileSnapshot('./recorded/help.txt')
})
