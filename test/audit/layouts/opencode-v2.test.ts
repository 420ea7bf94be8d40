import { opencodeV2Layout } from './opencode-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(opencodeV2Layout)
