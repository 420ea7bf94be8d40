import type Anthropic from '@anthropic-ai/sdk'
import { expectTypeOf, test } from 'vitest'
import { sessionRecovery } from '../../src/anthropic.ts'
import {
  createSessionRecoveryHook,
  detectErrorType,
  diagnose,
  type Fault,
  type MessageData,
  type MessageInfo,
  type RecoveryErrorType,
  type RecoveryReport,
  repair,
  type ResumeConfig,
  type SessionRecoveryHook,
  type StoredMessageMeta,
  type StoredPart,
} from '../../src/index.ts'

test('a function of the design has another type', () => {
  expectTypeOf(detectErrorType).toEqualTypeOf<(error: unknown) => RecoveryErrorType | null>()
  expectTypeOf(diagnose([], { format: 'anthropic-messages' }).faults).toEqualTypeOf<readonly Fault[]>()
  expectTypeOf(repair([], { format: 'anthropic-messages' }).loss).toEqualTypeOf<'none' | 'synthesised' | 'lossy'>()
  expectTypeOf(createSessionRecoveryHook).returns.toEqualTypeOf<SessionRecoveryHook>()
  expectTypeOf<SessionRecoveryHook['handleSessionRecovery']>().toEqualTypeOf<(info: MessageInfo) => Promise<boolean>>()
  expectTypeOf<SessionRecoveryHook['recover']>().toEqualTypeOf<(info: MessageInfo) => Promise<RecoveryReport>>()
})

test('a type of the design is not exported', () => {
  expectTypeOf<ResumeConfig>().toHaveProperty('sessionID')
  expectTypeOf<StoredPart>().toHaveProperty('callId')
  expectTypeOf<StoredMessageMeta>().toHaveProperty('seq')
  expectTypeOf<MessageData>().toHaveProperty('info')
})

test('a format that does not exist is taken', () => {
  expectTypeOf<'morse'>().not.toExtend<Parameters<typeof diagnose>[1]['format']>()
})

test('the middleware does not fit the SDK', () => {
  type Middleware = NonNullable<NonNullable<ConstructorParameters<typeof Anthropic>[0]>['middleware']>[number]
  expectTypeOf(sessionRecovery()).toExtend<Middleware>()
})
