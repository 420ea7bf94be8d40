import { hermesLayout } from './hermes-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(hermesLayout)
