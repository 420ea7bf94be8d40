/** The answer of a probe; false when it does not answer in time. */
export async function within(ms: number, probe: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false)
    timer.unref()
  })
  try {
    return await Promise.race([probe(), late])
  } finally {
    clearTimeout(timer)
  }
}
