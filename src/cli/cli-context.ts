import type { DoctorEnvironment } from '../doctor/doctor-environment.ts'
import type { Output } from './output/output.ts'

/** What a command gets from the process: nothing else of it is touched. */
export interface CliContext extends DoctorEnvironment {
  readonly output: Output
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
  readonly cwd: string
}
