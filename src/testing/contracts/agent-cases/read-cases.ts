import assert from 'node:assert/strict'
import { appendFileSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import type { AgentCase } from './agent-under-test.ts'

export const readCases: readonly AgentCase[] = [
  {
    title: 'a stored session is not found, or under another id',
    async run({ agent, notDiscovered }, scene) {
      const { environment, id, path } = scene()
      const found: string[] = []
      for await (const ref of agent.discover(environment)) found.push(`${ref.agent} ${ref.id} ${ref.path}`)
      assert.deepEqual(found, notDiscovered ? [] : [`${agent.name} ${id} ${path}`])
    },
  },
  {
    title: 'folders that do not exist are an error',
    async run({ agent }, scene) {
      const home = `${scene().backups}/nowhere`
      for await (const ref of agent.discover({ home, env: {} })) assert.fail(ref.path)
    },
  },
  {
    title: 'a path to a session is not recognised, or a foreign file is',
    async run({ agent, notDiscovered }, scene) {
      const { path, id } = scene()
      assert.equal((await agent.recognise(path))?.id, id)
      assert.equal(await agent.recognise(`${path}.missing`), undefined)
      if (notDiscovered) return
      const foreign = `${path}.txt`
      writeFileSync(foreign, '{"role":"user","content":"hi"}\n')
      assert.equal(await agent.recognise(foreign), undefined)
    },
  },
  {
    title: 'the messages of a healthy session are not those that the agent sends',
    async run({ format, messages, normalise = (list) => list }, scene) {
      const session = await scene().open()
      assert.equal(session.format, format)
      assert.equal(session.known, true)
      assert.deepEqual(normalise(session.messages), normalise(messages))
      assert.deepEqual(
        session.findings.filter(({ severity }) => severity === 'error'),
        [],
      )
    },
  },
  {
    title: 'a message has no place in the storage',
    async run(_subject, scene) {
      const session = await scene().open()
      for (const messageIndex of session.messages.keys()) {
        const places = session.locate({ messageIndex })
        assert.ok(places.length > 0)
        assert.ok(places.every(({ line, id }) => line !== undefined || id !== undefined))
      }
      assert.deepEqual(session.locate({ messageIndex: session.messages.length }), [])
    },
  },
  {
    title: 'reading changes the storage',
    async run(_subject, scene) {
      const { path, open } = scene()
      const before = readFileSync(path)
      await open()
      assert.deepEqual(readFileSync(path), before)
    },
  },
  {
    title: 'content stands in findings, changes or errors (I12)',
    async run({ damages, secret, edits }, scene) {
      for (const damage of damages(scene().path).filter((_, at) => at % 7 === 0)) {
        const { path, open } = scene()
        damage.apply(path)
        const seen: unknown[] = []
        try {
          const session = await open()
          seen.push(session.findings, session.ref, session.plan([]).changes)
          if (damage.what === 'CRLF') seen.push(session.plan(edits).changes)
        } catch (cause) {
          seen.push(String(cause))
        }
        assert.ok(!JSON.stringify(seen).includes(secret), damage.what)
      }
    },
  },
  {
    title: 'a release that is not known is written to',
    async run({ makeUnknown }, scene) {
      if (!makeUnknown) return
      const { path, open } = scene()
      makeUnknown(path)
      const session = await open()
      assert.equal(session.known, false)
      assert.ok(session.findings.some(({ code }) => code === 'unknown_host_version'))
    },
  },
  {
    title: 'a session that is being written to counts as quiet, or a quiet one as live',
    async run({ agent, date = () => {} }, scene) {
      const { path, ref } = scene()
      const write = (at: Date): void => {
        date(path, at)
        appendFileSync(path, '')
        utimesSync(path, at, at)
      }
      write(new Date())
      assert.equal((await agent.live(await ref(), 60_000)).live, true)
      write(new Date(Date.now() - 3_600_000))
      assert.equal((await agent.live(await ref(), 60_000)).live, false)
    },
  },
]
