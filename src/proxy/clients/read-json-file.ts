import { readFileSync } from 'node:fs'
import { parsedJson } from '../../json/parsed-json.ts'

/** The JSON in a file, comments and trailing commas allowed; undefined when there is none to be read. */
export function readJsonFile(path: string): unknown {
  try {
    return parseJsonc(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}

const string = String.raw`"(?:[^"\\]|\\.)*"`
const comments = new RegExp(String.raw`(${string})|//[^\n]*|/\*[\s\S]*?\*/`, 'g')
const trailingCommas = new RegExp(String.raw`(${string})|,(?=\s*[}\]])`, 'g')

/** JSON with comments and trailing commas; undefined when it is none. */
export function parseJsonc(text: string): unknown {
  const keep = (_whole: string, kept: string | undefined): string => kept ?? ''
  return parsedJson(text.replaceAll(comments, keep).replaceAll(trailingCommas, keep))
}
