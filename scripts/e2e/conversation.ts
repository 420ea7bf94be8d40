import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The session that each program makes: three turns with a tool call in each. A damage hits one of them. */
export type Turn = 1 | 2 | 3
export const turns: readonly Turn[] = [1, 2, 3]

/** What is said in a turn: by the user, by the tool, by the model. */
export const sayings = {
  prompt: (turn: number): string => `READ the file notes-${turn}.txt`,
  output: (turn: number): string => `the notes say 471${turn}`,
  answer: (turn: number): string => `It says 471${turn}.`,
} as const

export type Saying = keyof typeof sayings

/** The prompt of the resume. */
export const goOn = 'please continue'

export const notesOf = (turn: number): string => `notes-${turn}.txt`

/** Makes the project whose notes the tool reads. */
export async function writeNotes(home: string): Promise<void> {
  await mkdir(join(home, 'project'), { recursive: true })
  for (const turn of turns) await writeFile(join(home, 'project', notesOf(turn)), `${sayings.output(turn)}\n`)
}

/** The turn of a prompt in a text: that of the last one that asks for notes. */
export function turnOf(text: string): Turn | undefined {
  const [, found] = [...text.matchAll(/READ the file notes-([123])/g)].at(-1) ?? []
  return turns.find((turn) => String(turn) === found)
}

/** The turn in which each line of a transcript stands; 0 before the first. */
export function turnsOfLines(lines: readonly string[]): readonly number[] {
  let now = 0
  return lines.map((line) => (now = Math.max(now, turnOf(line) ?? 0)))
}

/** What the model says next: it reads the notes that were asked for last, then tells what they say. */
export function nextAnswer(messages: unknown): { readonly read: Turn } | { readonly text: string } {
  const text = JSON.stringify(messages)
  const prompt = text.lastIndexOf('READ the file notes-')
  const turn = turnOf(text)
  const since = text.slice(prompt)
  if (turn === undefined || since.includes(goOn)) return { text: 'It goes on.' }
  const isRead = /"type":"tool_result"|function_call_output|functionResponse/.test(since)
  return isRead ? { text: sayings.answer(turn) } : { read: turn }
}
