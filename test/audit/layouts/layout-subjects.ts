import { claudeCodeLayout } from './claude-code-subject.ts'
import { codexLayout } from './codex-subject.ts'
import { hermesLayout } from './hermes-subject.ts'
import { journalLayout } from './journal-subject.ts'
import type { LayoutSubject } from './layout-subject.ts'
import { opencodeLayout, opencodeV2Layout } from './opencode-subject.ts'

/** All layouts that go through the one suite, each in a test file of its own. */
export const layoutSubjects: readonly LayoutSubject[] = [
  codexLayout,
  claudeCodeLayout,
  opencodeLayout,
  opencodeV2Layout,
  journalLayout,
  hermesLayout,
]
