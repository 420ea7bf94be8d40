import { argv, stdout } from 'node:process'
import { groups } from './groups.ts'

/** `node bench/run-group.ts NAME ROUNDS` prints each row of a group as a line of JSON. */
const [, , name = '', rounds = '1'] = argv
const measure = groups.get(name)
if (measure === undefined) throw new Error(`There is no group ${name}; there are ${[...groups.keys()].join(', ')}.`)
for await (const row of measure(Number(rounds))) stdout.write(`${JSON.stringify(row)}\n`)
