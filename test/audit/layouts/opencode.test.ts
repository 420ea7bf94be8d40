import { opencodeLayout } from './opencode-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(opencodeLayout)
