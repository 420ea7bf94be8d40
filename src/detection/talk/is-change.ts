import { anyOf } from '../words/any-of.ts'

/** How commits, pull requests and reviews read: they begin with what the change does, name an issue, compare with before. */
const change: RegExp = anyOf([
  // What happens to somebody is told in the same form: `Returns a 400`, `Shows the error`.
  /^\W{0,8}(?!(?:break|cause|contain|crashe|display|doe|error|exceed|expect|fail|get|give|ha|happen|hit|i|lack|mean|need|occur|print|produce|raise|report|require|return|say|see|show|start|stop|throw|wa)s )[a-z]{3,16}s (?:`[\w./-]{1,60}(?:\(\))?`|the|an?|any|all|each|every|its|only|our) (?![^]{0,120}:\s{0,4}$)/,
  /(?:^|\n)\W{0,6}(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?|relates to|follow-?up (?:to|of|for)|supersedes|reverts?|backports?) (?:issue |pr )?(?:[\w.-]{1,40}\/[\w.-]{1,60})?#\d{1,7}\b/,
  /(?:^|[.!\n])\W{0,4}this (?:change|patch|commit|pr|fix|refactor) (?!break|cause|doe|fail|ha|i|wa)\w{2,12}s\b/,
  /\bwith(?:out)? this (?:change|patch|fix|pr)\b/,
  // That an error be told with another status.
  /(?:改为|改成) ?(?:[45]\d\d|报错)/,
  /\b(?:added|adds|includes?|new|updated) (?:\d{1,4} )?(?:new )?(?:unit |regression |integration |focused )?tests? (?:for|that|cover\w*|cases?|in)\b/,
  /(?:^|\n)[ \t]{0,8}(?:#{1,6} |\*\*)\W{0,6}(?:what (?:changed|this (?:pr|change) does)|changes made|test(?:ing| plan)|validation|verification|how (?:was this|it was|has this been) tested)\b[^\n]{0,20}(?:\n|$)/,
])

/**
 * Whether a text is that of a change or of its review. Any error in it is the one that the change fixes.
 *
 * @example
 * isChange('Drops the orphan before sending.\n\nFixes #12') // true
 */
export const isChange = (text: string): boolean => change.test(text)
