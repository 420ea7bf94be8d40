/** What a validator has against a field. `kind` is a value of a wrong kind. */
export type Fault = 'required' | 'null' | 'empty' | 'kind' | 'value' | 'long' | 'pattern' | 'unknown'

type Path = readonly (string | number)[]

/** How one validator says a fault of a field; null where it has no such words, or cannot tell the fault from another. */
type Style = (path: Path, fault: Fault, kind: string) => string | null

const dotted = (path: Path): string => path.join('.')
const bracketed = (path: Path): string =>
  path.reduce<string>((text, name) => text + (typeof name === 'number' ? `[${name}]` : `${text && '.'}${name}`), '')
const pointer = (path: Path): string => path.map((name) => `/${name}`).join('')
const leaf = (path: Path): string => String(path.at(-1))
const holder = (path: Path): Path => path.slice(0, -1)
const pascal = (name: string | number): string | number =>
  typeof name === 'number' ? name : name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
const article = (kind: string): string => `${/^[ao]/.test(kind) ? 'an' : 'a'} ${kind}`
const many = (kind: string): string => (kind === 'array' ? 'items' : 'characters')

const pydanticKinds: Readonly<Record<string, string>> = { array: 'list', object: 'dictionary' }
const pydantic = (fault: Fault, kind: string): readonly [message: string, code: string, input: string] => {
  const wrongKind = [
    `Input should be a valid ${pydanticKinds[kind] ?? kind}`,
    `${pydanticKinds[kind] ?? kind}_type`,
  ] as const
  return {
    required: ['Field required', 'missing', '{"a": 1}'],
    null: [...wrongKind, 'null'],
    kind: [...wrongKind, '5'],
    empty:
      kind === 'array'
        ? ['List should have at least 1 item after validation, not 0', 'too_short', '[]']
        : ['String should have at least 1 character', 'string_too_short', '""'],
    value: ["Input should be 'red' or 'blue'", 'literal_error', '"foo"'],
    long: ['String should have at most 64 characters', 'string_too_long', '"foo"'],
    pattern: ["String should match pattern '^[a-zA-Z0-9_-]+$'", 'string_pattern_mismatch', '"a b"'],
    unknown: ['Extra inputs are not permitted', 'extra_forbidden', '"x"'],
  }[fault] as [string, string, string]
}

const zod = (fault: Fault, kind: string, name: string): string =>
  ({
    required: `Invalid input: expected ${kind}, received undefined`,
    null: `Invalid input: expected ${kind}, received null`,
    kind: `Invalid input: expected ${kind}, received number`,
    empty: `Too small: expected ${kind} to have >=1 ${many(kind)}`,
    value: 'Invalid option: expected one of "red"|"blue"',
    long: 'Too big: expected string to have <=64 characters',
    pattern: 'Invalid string: must match pattern /^[a-z]+$/',
    unknown: `Unrecognized key: "${name}"`,
  })[fault]

const jsonSchema = (fault: Fault, kind: string, name: string): string | null =>
  ({
    required: `must have required property '${name}'`,
    null: null,
    kind: `must be ${kind}`,
    empty: `must NOT have fewer than 1 ${many(kind)}`,
    value: 'must be equal to one of the allowed values',
    long: 'must NOT have more than 64 characters',
    pattern: 'must match pattern "^[a-zA-Z0-9_-]+$"',
    unknown: 'must NOT have additional properties',
  })[fault]

/** What is missing or not known is said of the object that should have it, or has it. */
const isOfHolder = (fault: Fault): boolean => fault === 'required' || fault === 'unknown'

/** Validators of requests, each with its words and its way to write a path. */
export const validatorStyles: Readonly<Record<string, Style>> = {
  pydantic: (path, fault, kind) => {
    const [message, code, input] = pydantic(fault, kind)
    const python = input === 'null' ? 'None' : input
    return `1 validation error for Request\n${dotted(path)}\n  ${message} [type=${code}, input_value=${python}, input_type=dict]`
  },
  fastapi: (path, fault, kind) => {
    const [msg, type, input] = pydantic(fault, kind)
    return JSON.stringify({ detail: [{ type, loc: ['body', ...path], msg, input: JSON.parse(input) as unknown }] })
  },
  zod: (path, fault, kind) => {
    const issue = { path: fault === 'unknown' ? holder(path) : path, message: zod(fault, kind, leaf(path)) }
    return JSON.stringify({ error: { name: 'ZodError', message: JSON.stringify([issue], null, 2) } })
  },
  prettyZod: (path, fault, kind) =>
    `✖ ${zod(fault, kind, leaf(path))}\n  → at ${bracketed(fault === 'unknown' ? holder(path) : path)}`,
  ajv: (path, fault, kind) => {
    const message = jsonSchema(fault, kind, leaf(path))
    const instancePath = pointer(isOfHolder(fault) ? holder(path) : path)
    const params = { required: { missingProperty: leaf(path) }, unknown: { additionalProperty: leaf(path) } }
    return (
      message &&
      JSON.stringify({ details: [{ instancePath, params: params[fault as keyof typeof params] ?? {}, message }] })
    )
  },
  fastify: (path, fault, kind) => {
    const said = fault === 'unknown' ? null : jsonSchema(fault, kind, leaf(path))
    const message = `body${pointer(isOfHolder(fault) ? holder(path) : path)} ${said}`
    return said && JSON.stringify({ statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message })
  },
  serde: (path, fault, kind) => {
    const rust = { array: 'sequence', object: 'map' }[kind] ?? kind
    const said: Record<Fault, string> = {
      required: `missing field \`${leaf(path)}\``,
      null: `invalid type: null, expected a ${rust}`,
      kind: `invalid type: integer \`5\`, expected a ${rust}`,
      empty: 'invalid length 0, expected at least 1',
      value: 'unknown variant `foo`, expected `red` or `blue`',
      long: 'invalid length 70, expected at most 64',
      pattern: 'invalid value: string "a b", expected letters, digits and underscores',
      unknown: `unknown field \`${leaf(path)}\`, expected one of \`role\`, \`content\``,
    }
    const place = bracketed(isOfHolder(fault) ? holder(path) : path)
    return `Failed to deserialize the JSON body into the target type: ${place && `${place}: `}${said[fault]} at line 1 column 9`
  },
  go: (path, fault, kind) =>
    fault === 'kind'
      ? `json: cannot unmarshal number into Go struct field ${path.length === 1 ? 'ChatRequest' : 'FunctionCall'}.${path.filter((name) => typeof name === 'string').join('.')} of type ${kind === 'array' ? '[]Item' : kind}`
      : null,
  goTags: (path, fault) => {
    const tag = { required: 'required', empty: 'min', value: 'oneof', long: 'max' }[fault as string]
    const name = pascal(leaf(path))
    return tag === undefined
      ? null
      : `Key: 'Request.${bracketed(path.map(pascal))}' Error:Field validation for '${name}' failed on the '${tag}' tag`
  },
  beanValidation: (path, fault) => {
    const said = {
      required: 'must not be null',
      null: 'must not be null',
      empty: 'must not be empty',
      long: 'size must be between 0 and 64',
      pattern: 'must match "^[a-z]+$"',
    }[fault as string]
    return said === undefined ? null : `${bracketed(path)}: ${said}`
  },
  joi: (path, fault, kind) => {
    const said: Record<Fault, string | null> = {
      required: 'is required',
      null: null,
      kind: `must be ${article(kind)}`,
      empty: 'is not allowed to be empty',
      value: 'must be one of [red, blue]',
      long: 'length must be less than or equal to 64 characters long',
      pattern: 'with value "a b" fails to match the required pattern: /^[a-z]+$/',
      unknown: 'is not allowed',
    }
    return said[fault] && `"${bracketed(path)}" ${said[fault]}`
  },
  classValidator: (path, fault, kind) => {
    const said: Record<Fault, string | null> = {
      required: `${dotted(path)} should not be null or undefined`,
      null: null,
      kind: `${dotted(path)} must be ${article(kind)}`,
      empty: `${dotted(path)} should not be empty`,
      value: `${dotted(path)} must be one of the following values: red, blue`,
      long: `${dotted(path)} must be shorter than or equal to 64 characters`,
      pattern: `${dotted(path)} must match /^[a-z]+$/ regular expression`,
      unknown: `${dotted(holder(path))}.property ${leaf(path)} should not exist`,
    }
    return said[fault] && JSON.stringify({ message: [said[fault]], error: 'Bad Request', statusCode: 400 })
  },
  laravel: (path, fault, kind) => {
    const said = {
      required: `The ${dotted(path)} field is required.`,
      kind: `The ${dotted(path)} field must be ${article(kind)}.`,
      value: `The selected ${dotted(path)} is invalid.`,
      long: `The ${dotted(path)} field must not be greater than 64 characters.`,
      pattern: `The ${dotted(path)} field format is invalid.`,
    }[fault as string]
    return said === undefined ? null : JSON.stringify({ message: said, errors: { [dotted(path)]: [said] } })
  },
  msgspec: (path, fault, kind) => {
    const place = bracketed(isOfHolder(fault) ? holder(path) : path)
    const said: Record<Fault, string> = {
      required: `Object missing required field \`${leaf(path)}\``,
      null: `Expected \`${kind}\`, got \`null\``,
      kind: `Expected \`${kind}\`, got \`int\``,
      empty: `Expected \`${kind}\` of length >= 1`,
      value: "Invalid enum value 'foo'",
      long: `Expected \`${kind}\` of length <= 64`,
      pattern: `Expected \`${kind}\` matching regex '^[a-z]+$'`,
      unknown: `Object contains unknown field \`${leaf(path)}\``,
    }
    return place === '' ? said[fault] : `${said[fault]} - at \`$.${place}\``
  },
  pythonJsonSchema: (path, fault, kind) => {
    const said = {
      required: `'${leaf(path)}' is a required property`,
      null: `None is not of type '${kind}'`,
      kind: `5 is not of type '${kind}'`,
      empty: "'' is too short",
      value: "'foo' is not one of ['red', 'blue']",
    }[fault as string]
    const place = fault === 'required' ? holder(path) : path
    const instance = place.map((name) => `[${typeof name === 'number' ? name : `'${name}'`}]`).join('')
    return said === undefined || path.length === 1
      ? null
      : `${said}\n\nFailed validating in schema:\n    {}\n\nOn instance${instance}:\n    {}`
  },
  botocore: (path, fault) => {
    const said = {
      required: `Missing required parameter in ${bracketed(holder(path))}: "${leaf(path)}"`,
      null: `Invalid type for parameter ${bracketed(path)}, value: None, type: <class 'NoneType'>, valid types: <class 'str'>`,
      kind: `Invalid type for parameter ${bracketed(path)}, value: 5, type: <class 'int'>, valid types: <class 'str'>`,
      empty: `Invalid length for parameter ${bracketed(path)}, value: 0, valid min length: 1`,
      unknown: `Unknown parameter in ${bracketed(holder(path))}: "${leaf(path)}", must be one of: role, content`,
    }[fault as string]
    return said === undefined || path.length === 1 || path[0] !== 'messages'
      ? null
      : `Parameter validation failed:\n${said}`
  },
}
