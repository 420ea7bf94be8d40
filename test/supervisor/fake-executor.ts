import type { SessionExecutor } from '../../src/supervisor/executor.ts'
import type { ExitReport } from '../../src/supervisor/failure.ts'
import type { SessionHandle } from '../../src/supervisor/session-handle.ts'

/** A program of which a test decides everything. */
export interface FakeProgram {
  readonly handle: SessionHandle
  readonly typed: string[]
  end(exit?: Partial<ExitReport>): void
  print(text: string): void
}

export interface FakeExecutor extends SessionExecutor {
  readonly programs: FakeProgram[]
  /** Programs that run now. */
  running(): number
}

function fakeProgram(pid: number): FakeProgram {
  const typed: string[] = []
  const listeners = new Set<(text: string) => void>()
  let output = ''
  let alive = true
  let resolveEnd: (exit: ExitReport) => void = () => undefined
  const ended = new Promise<ExitReport>((resolve) => {
    resolveEnd = resolve
  })
  const end = ({ code = null, signal = code === null ? 'SIGKILL' : null }: Partial<ExitReport> = {}): void => {
    if (!alive) return
    alive = false
    resolveEnd({ code, signal })
  }
  return {
    typed,
    end,
    print(text) {
      output += text
      for (const listener of listeners) listener(text)
    },
    handle: {
      address: { process: { host: 'fake', bootId: 'fake', pid, startTime: '1' } },
      pid,
      ended,
      outlivesSupervisor: false,
      isAlive: async () => alive,
      output: () => output,
      onOutput(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      type: async (text) => void typed.push(text),
      signal: async (signal) => void typed.push(signal),
      stop: async () => end({ signal: 'SIGTERM' }),
      detach: () => undefined,
    },
  }
}

export interface FakeOptions {
  readonly kind?: SessionExecutor['kind']
  readonly replicates?: boolean
  /** Called for each start, counted from 1; throws when it should fail. */
  readonly onStart?: (program: FakeProgram, count: number) => void
  readonly repair?: SessionExecutor['repair']
}

/** An executor without processes. */
export function fakeExecutor({ kind = 'local', replicates = true, onStart, repair }: FakeOptions = {}): FakeExecutor {
  const programs: FakeProgram[] = []
  const alive = new Set<FakeProgram>()
  return {
    kind,
    replicates,
    programs,
    running: () => alive.size,
    ...(repair && { repair }),
    async start() {
      const program = fakeProgram(programs.length + 1)
      programs.push(program)
      alive.add(program)
      void program.handle.ended.then(() => alive.delete(program))
      try {
        onStart?.(program, programs.length)
      } catch (cause) {
        program.end()
        throw cause
      }
      return program.handle
    },
  }
}
