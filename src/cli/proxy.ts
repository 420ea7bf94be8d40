import { baseURLOf, routes } from '../proxy/routes.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { recordingLine, repairLine, startProxy } from './proxy/proxy-settings.ts'
import { untilStopped } from './proxy/stop-signals.ts'
import type { Invocation } from './table/command.ts'

/** The environment variable that points a provider's client to the proxy, by provider. */
const variables: Readonly<Record<string, string>> = {
  anthropic: 'ANTHROPIC_BASE_URL',
  openai: 'OPENAI_BASE_URL',
  gemini: 'GOOGLE_GEMINI_BASE_URL',
}

/** `session-recovery proxy`: serves until it is stopped. The variables go to stdout, everything else to stderr. */
export async function proxyCommand(invocation: Invocation, { output }: CliContext): Promise<ExitCode> {
  const stopped = untilStopped()
  const proxy = await startProxy(invocation, {
    onRecordError: (error) => output.talk(recordingLine(error)),
    onRepair: (report) => output.talk(repairLine(report)),
    onEvent: ({ method, path, upstream, status, milliseconds, failure }) => {
      if (failure !== undefined || invocation.options.flag('verbose'))
        output.talk(`${method} ${path} ${upstream} ${failure ?? status} ${Math.round(milliseconds)} ms`)
    },
  })
  try {
    for (const { name } of routes) await output.line(`export ${variables[name]}=${baseURLOf(name, proxy.url)}`)
    output.talk(`Listening on ${proxy.url}. Ctrl-C ends it.`)
    await stopped
  } finally {
    await proxy.close()
  }
  return exitCode.healthy
}
