import type { z } from 'zod'
import type { DoctorEnvironment } from '../doctor/doctor-environment.ts'
import type { SessionRegistry } from '../presence/session-registry.ts'
import type { SessionStore } from '../storage/session-store.ts'
import type { StateHandles } from './state-handles.ts'

/** What the tools work on. */
export interface McpContext {
  readonly environment: DoctorEnvironment
  readonly cwd: string
  readonly store: SessionStore
  readonly registry: SessionRegistry
  readonly handles: StateHandles
  /** Folder of what the proxy records. */
  readonly recordings: string
  /** The handle of this connection, once one is being issued: so that a client on stdio need not repeat it. */
  handle: Promise<string> | undefined
}

/** What a tool answers: a short text for the model, the whole as data, and where there is more. */
export interface ToolAnswer {
  readonly text: string
  readonly data: Readonly<Record<string, unknown>>
  /** A command that shows more. */
  readonly more?: string
}

/** What a client may assume of a tool before it calls it. */
export interface ToolHints {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  /** Nothing here reaches beyond this machine. */
  readonly openWorldHint: false
}

const looks: ToolHints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The four kinds of tools there are. */
export const hints: Readonly<Record<'looks' | 'adds' | 'replaces' | 'takes', ToolHints>> = {
  looks,
  adds: { ...looks, readOnlyHint: false },
  replaces: { ...looks, readOnlyHint: false, destructiveHint: true },
  takes: { ...looks, readOnlyHint: false, idempotentHint: false },
}

/** One tool. Errors it throws become results of the call, never a crash of the server. */
export interface McpTool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly hints: ToolHints
  readonly input: z.ZodObject
  readonly run: (args: Readonly<Record<string, unknown>>, context: McpContext) => Promise<ToolAnswer>
}

/**
 * Types the arguments of a tool by its schema. An argument that it does not know is refused: a model that misspells the one name
 * which narrows a call (`key` for `state_key`) must not clear, undo or recover everything instead.
 */
export function defineTool<Input extends z.ZodObject>(
  tool: Omit<McpTool, 'input' | 'run'> & {
    readonly input: Input
    readonly run: (args: z.output<Input>, context: McpContext) => Promise<ToolAnswer>
  },
): McpTool {
  // The server has validated the arguments with this very schema.
  return { ...tool, input: tool.input.strict(), run: (args, context) => tool.run(args as z.output<Input>, context) }
}
