/** `npm run new -- fault NAME [FAMILY]` and `npm run new -- format NAME`: skeletons whose tests fail with what to fill in. */
import { argv } from 'node:process'
import { newFault } from './new/new-fault.ts'
import { newFormat } from './new/new-format.ts'
import { NewError } from './new/new-error.ts'
import type { Skeleton } from './new/repository.ts'

const makers: Readonly<Record<string, (name: string, ...rest: string[]) => Skeleton>> = {
  fault: newFault,
  format: newFormat,
}

const [kind = '', name = '', ...rest] = argv.slice(2)
try {
  const make = makers[kind]
  if (!make || name === '')
    throw new NewError('Say what to make: npm run new -- fault tool_result_late, or npm run new -- format my-format.')
  const { change, left } = make(name, ...rest)
  for (const line of [...change.write().map((path) => `wrote ${path}`), '', ...left]) console.log(line)
} catch (error) {
  if (!(error instanceof NewError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
