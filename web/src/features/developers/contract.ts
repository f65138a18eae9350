/** The parts of an OpenAPI document that the page shows. */
export type Schema = {
  $ref?: string;
  type?: string;
  format?: string;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  nullable?: boolean;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  default?: unknown;
};

export type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema };

type Content = Record<string, { schema?: Schema }>;
type Ref = { $ref?: string };

type RawOperation = {
  operationId: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: (Parameter & Ref)[];
  requestBody?: { content?: Content };
  responses?: Record<string, { description?: string; content?: Content } & Ref>;
  security?: unknown[];
  'x-token-scope'?: string;
  'x-token-scope-too'?: string;
  'x-csrf-scope'?: string;
};

export type Contract = {
  info: { title: string; description?: string };
  paths: Record<string, Record<string, unknown>>;
  components: Record<string, Record<string, unknown>>;
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  /** The body by its content type, JSON first. */
  body?: { type: string; schema: Schema };
  answers: { status: string; description: string; schema?: Schema }[];
  /** The scope that opens it to an access token, if one does, or the two that it needs. */
  scope?: string;
  /** The scope of the CSRF token that a session sends with it. */
  csrf?: string;
  /** Whether it needs neither a session nor a token. */
  open: boolean;
};

const methods = ['get', 'post', 'put', 'patch', 'delete'];
const deepest = 5;

/** Follows a reference inside the document. */
export function resolve<T extends object>(contract: Contract, part: T & Ref): T {
  if (!part.$ref) return part;
  const [, , kind = '', name = ''] = part.$ref.split('/');
  return (contract.components[kind]?.[name] ?? {}) as T;
}

const jsonOf = (content: Content = {}) => {
  const type = 'application/json' in content ? 'application/json' : Object.keys(content)[0];
  const schema = type === undefined ? undefined : content[type]?.schema;
  return type !== undefined && schema ? { type, schema } : undefined;
};

/** Returns the answers of an operation. Statuses that share an answer, as refusals do, are one. */
function answersOf(contract: Contract, responses: RawOperation['responses'] = {}): Operation['answers'] {
  const statuses = new Map<string, string[]>();
  for (const [status, { $ref }] of Object.entries(responses)) {
    const key = $ref ?? status;
    statuses.set(key, [...(statuses.get(key) ?? []), status]);
  }
  return [...statuses.values()].map((shared) => {
    const [first = ''] = shared;
    const { description = '', content } = resolve(contract, responses[first] ?? {});
    const named = shared.filter((status) => status !== 'default');
    return { status: named.join(', ') || 'default', description, schema: jsonOf(content)?.schema };
  });
}

/** Returns every operation of a contract, in the order of the document. */
export function operationsOf(contract: Contract): Operation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const raw = item[method] as RawOperation | undefined;
      if (!raw) return [];
      const shared = (item['parameters'] ?? []) as (Parameter & Ref)[];
      return {
        id: raw.operationId,
        method: method.toUpperCase(),
        path,
        tag: raw.tags?.[0] ?? '',
        summary: raw.summary ?? '',
        description: raw.description ?? '',
        parameters: [...shared, ...(raw.parameters ?? [])].map((one) => resolve(contract, one)),
        body: jsonOf(raw.requestBody?.content),
        answers: answersOf(contract, raw.responses),
        scope: [raw['x-token-scope'], raw['x-token-scope-too']].filter(Boolean).join(' + ') || undefined,
        csrf: raw['x-csrf-scope'],
        open: raw.security?.length === 0,
      };
    }),
  );
}

/** Says in a word or two what a value can be: `string (uuid)`, `integer 1 to 500`. */
export function typeOf(contract: Contract, part: Schema): string {
  const schema = resolve(contract, part);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const { type = 'any', format, minimum, maximum, maxLength, items } = schema;
  if (type === 'array') return `${items ? typeOf(contract, items) : 'any'}[]`;
  const range = minimum !== undefined && maximum !== undefined ? ` ${minimum} to ${maximum}` : '';
  const length = maxLength !== undefined && !format ? `, at most ${maxLength} characters` : '';
  return `${type}${format ? ` (${format})` : ''}${range}${length}`;
}

/** Writes a schema as text, with a line for each field. */
export function textOf(contract: Contract, part: Schema, indent = '', depth = 0): string {
  const schema = resolve(contract, part);
  const open = schema.additionalProperties;
  if (schema.type === 'array' && schema.items) {
    const inner = textOf(contract, schema.items, indent, depth);
    return inner.endsWith('}') ? `[${inner}]` : `${inner}[]`;
  }
  if (schema.type !== 'object') return typeOf(contract, schema);
  if (depth >= deepest) return '{…}';
  const further = `${indent}  `;
  const lines = Object.entries(schema.properties ?? {}).map(([name, value]) => {
    const mark = schema.required?.includes(name) ? '' : '?';
    const { description } = resolve(contract, value);
    const text = textOf(contract, value, further, depth + 1);
    return `${further}${name}${mark}: ${text}${description ? `  // ${description}` : ''}`;
  });
  if (typeof open === 'object') lines.push(`${further}[name]: ${textOf(contract, open, further, depth + 1)}`);
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

/** Returns a value that a schema allows, with the required fields only. */
export function sampleOf(contract: Contract, part: Schema, depth = 0): unknown {
  const schema = resolve(contract, part);
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      if (depth >= deepest) return {};
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, sampleOf(contract, schema.properties?.[name] ?? {}, depth + 1)]),
      );
    case 'array':
      return schema.items ? [sampleOf(contract, schema.items, depth + 1)] : [];
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 0, 0);
    case 'boolean':
      return false;
    default:
      if (schema.format === 'uuid') return '00000000-0000-4000-8000-000000000000';
      return schema.format === 'date-time' ? '2030-01-31T12:00:00Z' : 'text';
  }
}

/** Puts the values of parameters into a path. Empty ones of the query are left out. */
export function addressOf({ path, parameters }: Operation, values: Record<string, string>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = new URLSearchParams();
  for (const { name, in: place } of parameters) {
    const value = values[name];
    if (place === 'query' && value) query.set(name, value);
  }
  const search = query.toString();
  return `/api${filled}${search ? `?${search}` : ''}`;
}

/** Quotes a text for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the call as a curl command. The token is read from the environment. */
export function curlOf({ method }: Operation, url: string, type?: string, body?: string): string {
  const lines = [`curl -X ${method} ${quoted(url)}`, '-H "Authorization: Bearer $TOKEN"'];
  if (type && body) lines.push(`-H ${quoted(`Content-Type: ${type}`)}`, `--data ${quoted(body)}`);
  return lines.join(' \\\n  ');
}
