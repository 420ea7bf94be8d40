import type { Fs, FsFile } from '../../src/files/fs.ts'
import { nodeFs } from '../../src/files/node-fs.ts'

export interface Fault {
  /** Number of the call that fails, from 1. */
  readonly at: number
  readonly code: string
  /** From then on every call fails. */
  readonly persistent?: boolean
}

/** A file system whose N-th call fails, and whose writes take at most `shortWrite` bytes. */
export class FaultFs implements Fs {
  calls = 0
  readonly names: string[] = []
  readonly #base: Fs
  readonly #fault: Fault | undefined
  readonly #shortWrite: number

  constructor(fault?: Fault, base: Fs = nodeFs, shortWrite: number = Number.POSITIVE_INFINITY) {
    this.#fault = fault
    this.#base = base
    this.#shortWrite = shortWrite
  }

  #call(name: string): void {
    this.calls += 1
    this.names.push(name)
    const fault = this.#fault
    if (fault && (this.calls === fault.at || (fault.persistent && this.calls > fault.at)))
      throw Object.assign(new Error(`${fault.code} injected in ${name}`), { code: fault.code })
  }

  async open(path: string, flags: 'r' | 'wx' | 'a', mode?: number): Promise<FsFile> {
    this.#call('open')
    const file = await this.#base.open(path, flags, mode)
    return {
      read: async (buffer) => (this.#call('read'), file.read(buffer)),
      readAt: async (buffer, offset) => (this.#call('read'), file.readAt(buffer, offset)),
      write: async (bytes) => (this.#call('write'), file.write(bytes.subarray(0, this.#shortWrite))),
      stat: async () => (this.#call('fstat'), file.stat()),
      chmod: async (bits) => (this.#call('fchmod'), file.chmod(bits)),
      chown: async (uid, gid) => (this.#call('fchown'), file.chown(uid, gid)),
      setMtime: async (mtimeMs) => (this.#call('futimes'), file.setMtime(mtimeMs)),
      truncate: async (size) => (this.#call('ftruncate'), file.truncate(size)),
      sync: async () => (this.#call('fsync'), file.sync()),
      // The descriptor is gone even when close reports an error.
      close: async () => (await file.close(), this.#call('close')),
    }
  }
  async stat(path: string): ReturnType<Fs['stat']> {
    this.#call('stat')
    return this.#base.stat(path)
  }
  async lstat(path: string): ReturnType<Fs['stat']> {
    this.#call('lstat')
    return this.#base.lstat(path)
  }
  async realpath(path: string): Promise<string> {
    this.#call('realpath')
    return this.#base.realpath(path)
  }
  async readdir(path: string): Promise<string[]> {
    this.#call('readdir')
    return this.#base.readdir(path)
  }
  async mkdir(path: string): Promise<string | undefined> {
    this.#call('mkdir')
    return this.#base.mkdir(path)
  }
  async rename(from: string, to: string): Promise<void> {
    this.#call('rename')
    return this.#base.rename(from, to)
  }
  async link(from: string, to: string): Promise<void> {
    this.#call('link')
    return this.#base.link(from, to)
  }
  async unlink(path: string): Promise<void> {
    this.#call('unlink')
    return this.#base.unlink(path)
  }
  async rmdir(path: string): Promise<void> {
    this.#call('rmdir')
    return this.#base.rmdir(path)
  }
  unlinkNow(path: string): void {
    this.#base.unlinkNow(path)
  }
  async syncFolder(path: string): Promise<void> {
    this.#call('syncFolder')
    return this.#base.syncFolder(path)
  }
}
