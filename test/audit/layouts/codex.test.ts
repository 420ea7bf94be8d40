import { codexLayout } from './codex-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(codexLayout)
