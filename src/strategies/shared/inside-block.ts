import { isRecord } from '../../json/is-record.ts'
import type { LintContext } from '../../lint/lint-context.ts'
import type { Block } from '../../transcript/transcript.ts'
import { lossOfWords } from './loss-of-words.ts'

/**
 * `messages.1.content.2.web_search_tool_result.content.0.rank`, but for the numbers: within what a block holds. What a mark may not say,
 * none may: that has a strategy of its own.
 */
const insidePath = /^messages\.content\.(?!.*cache_control\.)(\w+(?:\.\w+){2,})$/

export function insideBlock(path = ''): readonly string[] | undefined {
  return insidePath.exec(path.replace(/\.\d+/g, ''))?.[1]!.split('.')
}

/**
 * Removes a refused field within a block: from an object, or from each object in a list. A server that refuses one field there refuses all
 * others that an object of that type cannot have, but names one per request, so these are removed as well.
 */
export function checkInside(path: readonly string[], block: Block, context: LintContext): void {
  const clean = withoutInside(block.raw, path, context)
  if (clean === block.raw) return
  context.report({
    at: block,
    detail: { field: path.at(-1)! },
    loss: lossOfWords([], block.raw, clean),
    fix: (edit) => edit.replace(block, clean),
  })
}

/** The value without what the path leads to. A path names types, too, which are no keys, or named as one: `source.content.content.text`. */
function withoutInside(value: unknown, path: readonly string[], context: LintContext): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => withoutInside(item, path, context))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (!isRecord(value)) return value
  const own = path.length > 1 && value['type'] === path[0] ? withoutKey(value, path.slice(1), context) : value
  return own === value ? withoutKey(value, path, context) : own
}

function withoutKey(value: Record<string, unknown>, [key, ...rest]: readonly string[], context: LintContext): unknown {
  const { format, rules } = context
  if (rest.length > 0) {
    const held = withoutInside(value[key!], rest, context)
    return held === value[key!] ? value : format.write.withField(value, key!, held)
  }
  const known = rules.fieldsOfType?.(value['type'])
  const strangers = Object.keys(value).filter((name) => name === key || known?.has(name) === false)
  return strangers.reduce((left: unknown, name) => format.write.withField(left, name, undefined), value)
}
