/** Forms of source code that no printed error has; most of them count only at the beginning of a text. */
const signs: readonly RegExp[] = [
  // The first line of code, of a test, of a comment.
  /^[+-]?\s*(?:\|> |\{[{%#-]|"{3}|raise_exception\(|\/\/|\/\*|<!--(?! [^]{1,900}?\([45]\d\d )|<[A-Z]\w{1,20} \w{1,20}=["'{]|#{1,6} (?!(?:# )?(?:[\w.]{0,60}(?:Error|Exception): |API Error: |\d{3} \{|(?:HTTP |Error:? )?[45]\d\d\b(?! (?:if|when|because|on|for|from|means?|or|and|is|are|in|with)\b)[ :-]{1,3}(?=[^\n ]{1,200} \S)[^\n]{16,600}(?:\s*$|\n{1,3}(?:```|\{|API Error|Traceback))|[\w ]{0,30}[Ee]rror (?:report|log|details|output)\b|[Ee]xception\n|[^\n]{0,200}\n(?:#\n)?\d{4}-\d\d-\d\d[ T]\d\d:|[^\n]{0,200}\n{1,3}(?:API Error: \d|\*\*Error(?: [Mm]essage)?\*\*:)))|#!|(?:if|for|while|switch|catch|assert|expect|it|test|describe|context)(?:\.\w{1,10})? ?\(|throw (?:new |[\w:.]{1,60}\()|raise \w|except \w|\} ?catch|[a-z]\w*\.\w{1,20}\(f?["'`]|(?:return|yield) |guard [^\n]{1,80} else \{|@[A-Z]\w{1,40}\(\w{1,20} ?= ?["'{]|#define |enum [A-Z]|(?:private|public|protected|static) [\w ]{1,60} = ["'`{[]|(?:export |public |private |pub )?(?:const|let|var|val|def|fn|func|function|class) [\w$]{1,120}(?: ?[=({:]|[?!]?\n)|(?:static )?(?:const )?char ?\*|new [A-Z]\w{1,60}\(|\{"[\w ]{1,40}", ?(?:\d|[\w.[\]]{1,60}\{)|(?:"[^"\n]{1,60}", ?){2,12}\n|\[\s{0,8}\n\s{0,80}"[^"\n]{1,80}",\s{0,8}\n\s{0,80}\{\s{0,8}\n\s{0,80}\w{1,30}: )/,
  // A constant, as sources name them; an object that is given to a name of several words.
  /^\s*(?:export |const |static |final ){0,3}_{0,2}(?!(?:ERROR|M\w+|BODY) ?=)[A-Z][A-Z\d]{1,40}(?:_[A-Z\d]{1,40}){0,12}(?:: ?[\w<>[\]]+)? ?= ?[([{"'`]|^\s*\w{1,40}_\w{1,40} = [{[(]\n/,
  // String literals one below the other, with nothing between them; or with commas, each in its line; one as an argument.
  /["'][ \t]{0,8}\\?\n\s{0,80}f?["'][\w`\\"']|(?<!\\n)["'`] \+\n\s{0,80}["'`]/i,
  /(?:^|\n)\s{0,80}(?:["'][^"'\n]{1,200}["']|"(?:\\.|[^"\\\n]){1,200}"),\n\s{0,80}(?:["'][^"'\n]{1,200}["'],?(?:\n|$)|"(?:\\.|[^"\\\n]){1,200}",\n|(?:[A-Z]\w{0,40}\([^"'\n]{0,40})?\){1,3}[,;]{0,1}(?:\n|$))/,
  // A mock of an answer in a test.
  /\.(?:return_value|side_effect) ?= |^\s*\w{1,40}\(["'`][^\n]{1,200}\)\.[a-z]\w*\(|with pytest\.raises\(/,
  // A line of closing brackets, an expectation, a call that the text breaks off; a template; an exception that gets a name.
  /\n[ \t]{0,80}(?:(?:\}\)[,;]?|[\]}];|\)[:,;])[ \t\r]{0,40}(?:\n|$)|(?:await )?expect\([^\n]{1,200}\)\.(?:not\.|to[A-Z]|re[sj])|\w{1,60} = [\w.]{1,60}\($)/,
  /`[^`\n]{0,300}\$\{\w|["'] ?\. ?\$\w|\$\w{1,40}(?:\[[^\]\n]{0,40}\])? = ["']|(?:(?:[=(]|\n[ \t]{1,80}) ?f|\$)"[^"\n]{0,300}\{\w|\},\n\s{0,80}(?:"[^"\n]{1,80}",\n|\))|\n[ \t]{1,80}\.[a-z]\w{0,40}\(|^\s*[A-Z_]{2,40}\("[^"\n]{1,200}"\) \{/,
  /(?:^|\n)[ \t]{0,80}(?:const |let |var )?\w{1,60} = (?:new )?[\w.]{0,60}(?:Error|Exception)\(/,
  // An error that a mock throws; pairs in a list.
  /\w=[\w.]{1,60}(?:Error|Exception)\(\s*\n|(?:^|\n)\s{0,80}\[["'][^"'\n]{1,60}["'], ?["'][^\n]{1,300}["']\],\n\s{0,80}\[["']/,
  // A hunk of a diff.
  /^-[\w"'][^\n]*\n(?:-[^\n]*\n){0,20}\+[\w"']/,
  // Fields below each other, as Go aligns them.
  /(?:^|\n)\t{1,8}\w{1,40}: {2,20}["`\w]/,
  // A raw string of Rust; the end of a docstring or of a comment in a line of its own.
  /(?:[=(,>]|\b) ?r#+"|\n[ \t]{0,80}(?:"{3}|\*\/)[ \t\r]{0,40}(?:\n|$)/,
  // A decorator in a line of its own; a constant of an enumeration as a field.
  /\n[ \t]{0,80}@[a-z]\w{0,40}(?:\.\w{1,40}){1,3}(?:\([^\n]{0,200}\))?[ \t\r]{0,40}\n|(?:^|\n)\s{0,80}\w{1,30}: [A-Z_]{2,40}\.[A-Z_]{2,40},[ \t\r]{0,40}\n/,
  // A literal that becomes a string of Rust, or is filled in; one in a tuple that is repeated or encoded.
  /["']\.(?:to_string|to_owned|into|format)\(|^\s*\([^\n]{1,400}["']\.(?:repeat|encode)\(/,
  // Rows of cases, each a tuple.
  /^\s*(?:\[\s{0,40})?\(\s{0,40}(?:\(\s{0,40}"|"[^"\n]{1,80}", ?(?:"[^"\n]{1,80}", ?(?:True|False|None)|\w{1,40}\.[A-Z_]{2,40}\)))/,
  // A body as an argument; one that a document of an API gives as an example.
  /^[^\n"'`]{0,80}\b[a-z]\w*\((?:\w{1,20}, )?`\{|\[\]byte\(|JSON\.stringify\(\{|application\/json["']?:\s*\{?\s*["']?(?:example|schema)/,
  // A call or a jump that is a statement.
  /(?:^|\n)[ \t]{0,80}(?:break|continue|(?:throw new )?[\w$.]{1,80}\([^\n]{0,200}\));[ \t\r]{0,40}(?:\n(?!\s{0,200}\^)|$)/,
  // A template.
  /\{%-? (?:for \w{1,40} in \w|endif)/,
  // A regular expression.
  /^\s*(?:\w{1,60}: )?\/[^\n/]{0,200}(?:\\[bs]|\.\*|[\\\])|+*?^$ ][^\n/]{0,80}\/[gimsu]{1,4},)|\\b\||\|\\b|\/[gimsuy]{0,5}\.(?:test|exec)\(|\.(?:match|search)\(\//i,
  // Regular expressions one below the other.
  /(?:^|\n)\s{0,80}\/(?=[^\n/]{0,200}[\\[(|+*?^$ ])[^\n/]{1,200}\/[gimsu]{0,5},\n\s{0,80}\/[^\n/]{1,200}\/[gimsu]{0,5}(?:,|\n|$)/,
  // A branch and an operator of Haskell, a class of Scala.
  /["\w)] -> do\n|\) ?<\$> ?\w|\w <\$> ?\(|^\s*(?:case|sealed|abstract) (?:object|class|trait) [A-Z]/,
  // The title of a test case; a step of a Gherkin scenario.
  /^\s*(?:name|title|label): ["'`](?:does|should|returns?|rejects?|throws?|keeps?|drops?|handles?|skips?|ignores?) [^\n]*["'`],\n(?!\s*["']?(?:status|detail|type|code|message|error)\b)/,
  /^\s*(?:Then|And) (?:I|the \w{1,40}) should (?:\w{1,20} )?(?:see|get|receive) [^\n:"']*["'](?=[^\n]*["'])[^\n]*(?:$|\n\s*(?:Given|When|Then|And|But) )/,
  // A tuple of literals in its line, and a literal that is none behind it.
  /^\s*\((?:"[^"\n]{1,80}", ?){1,4}"[^"\n]{1,200}"\),\n\s*"/,
  // A row of a table of cases.
  /^\s*(?:\["[^"\n]{1,60}", ?\{|\[?\{ ?\w{1,20}: [^\n]{1,400}[}\]],\s*$|[a-z_]{2,20}!\(|\{\s{0,40}(?:name|title|label): ["'`][^"'`\n]{1,60} |\{ \w{1,20}: ["'][^"'\n]{1,80}["'], \w{1,20}: \w+\()/i,
  // An entry of a table of errors, with its remedy.
  /[{,]\s{0,80}(?:fix|sample|solution|workaround): ?["'`]/i,
  // A call of a method; an error of Swift is printed as one, of types only, or as the case of an error with labels.
  /^\s*(?!(?:[A-Z]\w*\.)+\w{0,40}[Ee]rror\(|(?:\w{1,40}\.){0,3}\w{0,40}Error\.(?!new\()\w{1,40}\(\w{1,40}: )(?:[\w$]*\.)+[a-z]\w*\((?!\):)/i,
  // An assignment to a name that logs do not use (`time="…" level=` is a log).
  /^\s*(?![\w.]*(?:err|message|msg|detail|reason|body|response|status))[\w.]{1,60} ?= ?(?!["'][^"']{0,80}["'](?:,| \w{1,40}=))[("'`[{]/i,
  // A value of Go, whose fields have no names.
  /\w {1,30}= &?\w{1,40}\{(?:\d{1,5}|"[^"\n]{0,200}"), ["\d]/,
  // A condition on a text (`"…" in message:`). A name that a complaint stands before is a field of a request.
  /(?<!(?:nvalid|issing|nknown)(?: \w{1,20}){0,2} ["'][\w.[\]]{1,60})["'] (?:not )?in (?!(?:input|messages?|contents?|history)\b)[a-z_]\w{0,40}(?: (?:or|and)\b|\)|: *\n|:? *(?:\n *(?:or\b|and\b|["')])|$))/,
  // A definition of Lisp; a map of sentences to keywords, and of keywords to sentences where none is a field of an error.
  /^\s*\((?:def[\w-]{0,8}|let|is|testing|throw|ex-info) [\w"[]/,
  /^\s*\{"[^"\n]{1,160}" :[a-z]|^\s*\{:[a-z][\w.-]{0,40}\/[\w-]{1,40}[?!]? "/,
  // A case of a switch over sentences, or of a match.
  /(?<!right hand side value: ?)\{:error, "|^[^"\n]{1,80}(?:[=>] Left|\bErr)\(? ?"|^\s*case ["'][^"'\n]{1,160}["']: *(?:return|break|\n|$)|(?:^|\n)\s{0,80}(?:[45]\d\d|else) [-=]> ["']/,
  // A document of an API, a list of texts for people.
  /(?:^|\n)\s{0,80}["']?[45]\d\d["']?:\s{1,80}\{?"?description"?:|^\s*(?:<(?:li>|td>|string name=)|msgid "|"(?!messages|input|contents|body)[a-z]+\.[\w.]{1,60}":\s{1,80}"[^"\n]{1,200}",?\s{0,80}(?:"[a-z]+\.|$))/,
  // Lines of a documentation comment.
  /^\s*\*\s(?!generate|\*)[^\n]*\n[ \t]+\*\s(?!generate|\*)/i,
]

/**
 * Whether a text is source code, in which no error of this request can stand.
 *
 * @example
 * isSourceCode("const LIMIT_ERROR = 'too many images'") // true
 */
export function isSourceCode(text: string): boolean {
  const shown = text.replaceAll(printedList, '')
  return signs.some((sign) => sign.test(shown)) || isMostlyCode(shown)
}

/**
 * Parts of printed errors that look like code: lists in a body (`"loc": [ "body", "messages" ]`), fields of a failed gRPC call,
 * dumps of PHP, exceptions of Dart, answers in Julia.
 */
const printedList =
  /"(?:loc|path|options|values|keys)": \[[^[\]{}]{0,600}\]|(?:^|\n)[ \t]{0,20}(?:status|details|debug_error_string) = [^\n]{0,900}|(?:^|[:=] ?)array:\d{1,3} \[\n[^]*|(?<![\w.] ?)[A-Z]\w{0,60}(?:Error|Exception)\(\{\n\s{0,8}"[^]*?\n\s{0,8}\}\)|"""\nHTTP\/[\d.]{1,3} [45]\d\d [^]*?"""/g

/** A statement, an assignment, a call, closing brackets that end one. */
const codeLine =
  /^[+-]?\s*(?:(?:if|elif|for|while|return|throw|raise|except|catch|const|let|var|def|func|fn|class|import|from|assert\w*|expect|await|async|else|with|case|public|private|static|export)\b[^:]*(?:[({;:]|$)|(?!(?:message|type|code|status) = .*,$)[\w$.\]]+(?: [\w$<>[\]]+|(?:, [\w$]+)+)? ?[:+]?= |(?:[a-z_$]|\w+\.)[\w$.]*\((?:[^)]*|.*\)[,;)]*)$|"{3}|[)\]}]{1,4}[,;)]+$|\)$|[)\]}]+ ?\{$|\} (?:else|catch))/

/** Code lines, and their share of all lines, above which a text is source code. */
const LEAST_LINES = 2
const CODE_SHARE = 0.4
/** How much of a text is looked at. */
const HEAD = 4000

function isMostlyCode(text: string): boolean {
  const lines = text
    .slice(0, HEAD)
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.filter((line) => codeLine.test(line)).length >= Math.max(LEAST_LINES, lines.length * CODE_SHARE)
}
