import { expect, test } from 'vitest'
import { kits, uiMessagesKit } from '../../src/testing.ts'
import { recordOfVerdicts } from './record-of-verdicts.ts'

/**
 * A judge that takes what its provider refuses lets a wrong repair pass (I3), and no repair would show it. Is a change meant:
 * `npx vitest run test/testing/verdicts -u`, and read the difference before it is committed.
 */
test.each([...Object.values(kits).map((kit) => ['', kit] as const), ['-ui', uiMessagesKit] as const])(
  'a judge takes what is refused, or refuses what is taken (%s $format)',
  async (label, kit) => {
    await expect(recordOfVerdicts(kit)).toMatchFileSnapshot(`./verdicts/${kit.format}${label}.txt`)
  },
)
