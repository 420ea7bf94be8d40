import { journalLayout } from './journal-subject.ts'
import { layoutSuite } from './layout-suite.ts'

layoutSuite(journalLayout)
