import type { DoctorEnvironment } from '../doctor/doctor-environment.ts'
import type { Output } from './output/output.ts'

/** The parts of the process that a command may use; it touches nothing else. */
export interface CliContext extends DoctorEnvironment {
  readonly output: Output
  readonly stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean }
  readonly cwd: string
}
