import type Anthropic from '@anthropic-ai/sdk'
import { expectTypeOf, test } from 'vitest'
import { MemorySession, type ModelSettings, Runner } from '@openai/agents'
import { sessionRecovery } from 'session-recovery/anthropic'
import { recoveringSession, sessionRecovery as agentsRecovery } from 'session-recovery/openai-agents'
import {
  applyEdits,
  type BlockKind,
  createSessionRecoveryHook,
  detectErrorType,
  diagnose,
  type Edit,
  type Fault,
  invertEdits,
  isSynthetic,
  type MessageData,
  type MessageInfo,
  OptionsError,
  type Position,
  type RecoveryErrorType,
  type RecoveryReport,
  repair,
  type ResumeConfig,
  type Role,
  type Rules,
  type Rung,
  type SessionRecoveryError,
  type SessionRecoveryHook,
  type StoredMessageMeta,
  type StoredPart,
  StoreError,
  type StoreErrorCode,
} from 'session-recovery'

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
  // Of any name it has a property, but not with this type.
  expectTypeOf<StoredMessageMeta>().toHaveProperty('seq').toEqualTypeOf<number>()
  expectTypeOf<MessageData>().toHaveProperty('info')
})

test('a type that a public type is made of cannot be named', () => {
  expectTypeOf<NonNullable<Fault['at']>>().toEqualTypeOf<Position>()
  expectTypeOf<Rules['foreignKinds']>().toEqualTypeOf<ReadonlySet<BlockKind>>()
  expectTypeOf<'assistant'>().toExtend<Role>()
  expectTypeOf<Rung>().toEqualTypeOf<'place' | 'turn' | 'all'>()
})

test('the edits of a repair cannot be taken back with what is exported', () => {
  expectTypeOf(applyEdits).parameter(1).toEqualTypeOf<readonly Edit[]>()
  expectTypeOf(invertEdits).returns.toEqualTypeOf<Edit[]>()
  expectTypeOf(isSynthetic).toEqualTypeOf<(payload: unknown) => boolean>()
})

test('the guard of an error class does not tell its code', () => {
  const codeOf = (caught: unknown): StoreErrorCode | 'invalid_options' | null => {
    if (StoreError.isInstance(caught)) return caught.code
    return OptionsError.isInstance(caught) ? caught.code : null
  }
  expectTypeOf(codeOf).returns.toEqualTypeOf<StoreErrorCode | 'invalid_options' | null>()
  expectTypeOf<SessionRecoveryError['code']>().toEqualTypeOf<string>()
})

test('a format that does not exist is taken', () => {
  expectTypeOf<'morse'>().not.toExtend<Parameters<typeof diagnose>[1]['format']>()
})

test('the middleware does not fit the SDK', () => {
  type Middleware = NonNullable<NonNullable<ConstructorParameters<typeof Anthropic>[0]>['middleware']>[number]
  expectTypeOf(sessionRecovery()).toExtend<Middleware>()
})

test('the model settings of a runner cannot be told as they are', () => {
  const settings = { temperature: 0.2 }
  expectTypeOf(agentsRecovery({ modelSettings: settings })).toHaveProperty('callModelInputFilter')
  expectTypeOf(agentsRecovery({ modelSettings: { store: false, temperature: 0.2 } })).toExtend<
    Partial<Runner['config']>
  >()
  const ofRunner: ModelSettings = settings
  expectTypeOf(recoveringSession(new MemorySession(), { modelSettings: ofRunner })).toExtend<MemorySession>()
})
