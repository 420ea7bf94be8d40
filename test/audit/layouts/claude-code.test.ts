import { claudeCodeLayout } from './claude-code-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(claudeCodeLayout)
