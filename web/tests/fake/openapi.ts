import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parse } from 'yaml';
import { now, uuid } from './fixed';

/** The keywords that schemas of the contract use. `check` knows all of them, so that none is ignored. */
export type Schema = {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  enum?: (string | number)[];
  format?: 'uuid' | 'date-time' | 'byte' | 'int64';
  pattern?: string;
  nullable?: boolean;
} & Partial<Record<'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems', number>> &
  Partial<Record<'minProperties' | 'maxProperties', number>>;
type Parameter = { $ref?: string; name: string; in: string; required?: boolean; schema: Schema };
type Content = Record<string, { schema?: Schema }>;
type Described = {
  operationId: string;
  'x-csrf-scope'?: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Content };
  responses: Record<string, Answer>;
};
type Answer = { $ref?: string; headers?: Record<string, unknown>; content?: Content };
type Contract = {
  paths: Record<string, Record<string, Described>>;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    responses: Record<string, Answer>;
  };
};

/** Returns the contract. Its YAML is parsed once for every content, because that takes long; JSON is read at once. */
function read(): Contract {
  const text = readFileSync(resolve(import.meta.dirname, '../../../api/openapi.yaml'), 'utf8');
  const name = `openapi-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json`;
  const file = resolve(import.meta.dirname, '../../node_modules/.cache/proofboard', name);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    const mine = `${file}.${process.pid}`;
    const unread = (key: string, value: unknown) =>
      (key === 'description' || key === 'summary') && typeof value === 'string';
    writeFileSync(
      mine,
      JSON.stringify(parse(text), (key, value: unknown) => (unread(key, value) ? undefined : value)),
    );
    renameSync(mine, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Contract;
}

const { paths, components } = read();

export type Operation = {
  id: string;
  path: RegExp;
  parameters: Parameter[];
  /** The name of the body among the arguments of the web's client. */
  bodyName: string;
  body?: { type: string; schema: Schema; required: boolean };
  csrf: boolean;
  /** Whether the answer has X-Position. */
  position: boolean;
  answer?: Schema;
};

const nameOf = ({ $ref }: { $ref?: string }): string => $ref?.split('/').pop() ?? '';
const lower = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

function operation(path: string, shared: Parameter[], described: Described): Operation {
  const [type = '', { schema = {} } = {}] = Object.entries(described.requestBody?.content ?? {})[0] ?? [];
  const done = described.responses['200'] ?? {};
  const { headers = {}, content = {} } = components.responses[nameOf(done)] ?? done;
  const parameters = [...shared, ...(described.parameters ?? [])];
  return {
    id: described.operationId,
    path: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    parameters: parameters.map((one) => components.parameters[nameOf(one)] ?? one),
    bodyName: lower(nameOf(schema)),
    body: type ? { type, schema, required: described.requestBody?.required === true } : undefined,
    csrf: described['x-csrf-scope'] !== undefined,
    position: 'X-Position' in headers,
    answer: content['application/json']?.schema,
  };
}

/** The operations by method and number of parts of the path. Paths without parameters come first. */
const operations = new Map<string, Operation[]>();
for (const [path, methods] of Object.entries(paths).toSorted(([a], [b]) => a.split('{').length - b.split('{').length)) {
  for (const [method, described] of Object.entries(methods)) {
    if (!('operationId' in described)) continue;
    const key = `${method.toUpperCase()} ${path.split('/').length}`;
    const shared = (methods['parameters'] ?? []) as unknown as Parameter[];
    operations.set(key, [...(operations.get(key) ?? []), operation(path, shared, described)]);
  }
}

export const allOperations = (): Operation[] => [...operations.values()].flat();

/** Returns the operation that a path below /api calls. Most are served below /c and /d, too. */
export function operationAt(
  method: string,
  path: string,
): { operation: Operation; path: Record<string, string> } | null {
  for (const tried of [path, path.replace(/^\/[cd](?=\/)/, '')]) {
    for (const one of operations.get(`${method} ${tried.split('/').length}`) ?? []) {
      const found = one.path.exec(tried);
      if (found) {
        const values = Object.entries(found.groups ?? {}).map(([name, value]) => [name, decodeURIComponent(value)]);
        return { operation: one, path: Object.fromEntries(values) as Record<string, string> };
      }
    }
  }
  return null;
}

export const resolved = (schema: Schema): Schema => components.schemas[nameOf(schema)] ?? schema;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const formats: Partial<Record<NonNullable<Schema['format']>, RegExp>> = {
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  byte: /^[\w+/]*={0,2}$/,
};

/** Returns what is wrong with a value, as `place: what`. */
export function faults(of: Schema, value: unknown, at = ''): string[] {
  const schema = resolved(of);
  const wrong = (what: string) => [`${at || 'all'}: ${what}`];
  if (value === null) return schema.nullable ? [] : wrong('is null');
  const within = (size: number, least = -Infinity, most = Infinity) =>
    size < least || size > most ? wrong(`${size} is not within ${least} and ${most}`) : [];
  if (schema.enum && !schema.enum.includes(value as string))
    return wrong(`${JSON.stringify(value)} is none of ${schema.enum.join()}`);
  switch (schema.type) {
    case 'object': {
      if (!isObject(value)) return wrong('is no object');
      const { properties = {}, additionalProperties: others = true } = schema;
      const present = Object.entries(value).filter(([, one]) => one !== undefined);
      const missing = (schema.required ?? []).filter((name) => value[name] === undefined);
      return [
        ...missing.flatMap((name) => wrong(`${name} is missing`)),
        ...within(present.length, schema.minProperties, schema.maxProperties),
        ...present.flatMap(([name, one]) => {
          const inner = properties[name] ?? others;
          if (typeof inner === 'boolean') return inner ? [] : wrong(`${name} is unknown`);
          return faults(inner, one, at ? `${at}.${name}` : name);
        }),
      ];
    }
    case 'array':
      if (!Array.isArray(value)) return wrong('is no array');
      return [
        ...within(value.length, schema.minItems, schema.maxItems),
        ...value.flatMap((one, n) => faults(schema.items ?? {}, one, `${at}[${n}]`)),
      ];
    case 'string': {
      if (typeof value !== 'string') return wrong('is no string');
      const pattern = schema.pattern ? new RegExp(schema.pattern) : schema.format && formats[schema.format];
      if (pattern && !pattern.test(value)) return wrong(`'${value}' is no ${schema.format ?? schema.pattern}`);
      return within(Array.from(value).length, schema.minLength, schema.maxLength);
    }
    case 'integer':
    case 'number':
      if (typeof value !== 'number' || (schema.type === 'integer' && !Number.isInteger(value))) {
        return wrong(`is no ${schema.type}`);
      }
      return within(value, schema.minimum, schema.maximum);
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('is no boolean');
    default:
      return [];
  }
}

/** T with any of its properties, at any depth. */
export type Part<T> = T extends (infer Item)[]
  ? Part<Item>[]
  : T extends object
    ? { [Key in keyof T]?: Part<T[Key]> }
    : T;

function first({ enum: [one] = [], type, format, minimum, minLength = 0 }: Schema): unknown {
  if (one !== undefined) return one;
  if (type === 'string') return format === 'uuid' ? uuid(0) : format === 'date-time' ? now : 'x'.repeat(minLength);
  return type === 'boolean' ? false : (minimum ?? 0);
}

/** Completes a value with the least that its schema requires. */
export function completed(of: Schema, value?: unknown): unknown {
  const schema = resolved(of);
  if (schema.type === 'array') {
    const items = Array.isArray(value) ? value : Array.from({ length: schema.minItems ?? 0 });
    return items.map((one: unknown) => completed(schema.items ?? {}, one));
  }
  if (schema.type !== 'object') return value === undefined ? first(schema) : value;
  if (value !== undefined && !isObject(value)) return value;
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const whole: Record<string, unknown> = {};
  for (const name of new Set([...required, ...Object.keys(value ?? {})])) {
    const given = value?.[name];
    const inner = properties[name] ?? (typeof others === 'object' ? others : undefined);
    if (given !== undefined || required.includes(name)) whole[name] = inner ? completed(inner, given) : given;
  }
  return whole;
}

/** Returns a value of a schema of the contract: what is stated here, and the least of what else it requires. */
export function sample<T>(name: string, stated: Part<NoInfer<T>>): T {
  const schema = { $ref: `#/components/schemas/${name}` };
  const value = completed(schema, stated);
  const wrong = faults(schema, value);
  if (wrong.length > 0) throw new Error(`${name} is against the contract: ${wrong.join('; ')}`);
  return value as T;
}
