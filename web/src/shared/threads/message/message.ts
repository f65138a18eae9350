import { safeHref } from '@/lib/links';

/**
 * A node of a stored message in TipTap JSON (D-20). Messages are untrusted input: only the node
 * types named here are ever shown.
 */
export interface MessageNode {
  type: string;
  text?: string;
  attrs?: { id?: string; href?: string; start?: number; level?: number };
  marks?: { type: string; attrs?: { href?: string } }[];
  content?: MessageNode[];
}

export const messageLimits = { text: 65_536, depth: 20, nodes: 5_000 } as const;

const known = new Set([
  'doc',
  'paragraph',
  'text',
  'hardBreak',
  'mention',
  'bulletList',
  'orderedList',
  'listItem',
  'blockquote',
  'codeBlock',
  'heading',
]);
const knownMarks = new Set(['bold', 'italic', 'strike', 'underline', 'code', 'link']);

type Fields = Readonly<Record<string, unknown>>;
const isFields = (v: unknown): v is Fields => typeof v === 'object' && v !== null && !Array.isArray(v);
const textIn = (v: unknown): string | undefined => (typeof v === 'string' ? v : undefined);
const numberIn = (v: unknown): number | undefined => (typeof v === 'number' && Number.isFinite(v) ? v : undefined);

function marksOf(value: unknown): MessageNode['marks'] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, 8).flatMap((mark: unknown) => {
    const type = isFields(mark) ? textIn(mark['type']) : undefined;
    if (!isFields(mark) || !type || !knownMarks.has(type)) return [];
    if (type !== 'link') return [{ type }];
    const href = safeHref(isFields(mark['attrs']) ? mark['attrs']['href'] : undefined);
    return href ? [{ type, attrs: { href } }] : [];
  });
}

function nodeOf(value: unknown, depth: number, budget: { nodes: number }): MessageNode | null {
  if (!isFields(value) || depth > messageLimits.depth || budget.nodes-- <= 0) return null;
  const type = textIn(value['type']);
  if (!type || !known.has(type)) return null;
  const attrs = isFields(value['attrs']) ? value['attrs'] : {};
  const content = Array.isArray(value['content']) ? value['content'] : [];
  return {
    type,
    text: type === 'text' ? textIn(value['text']) : undefined,
    attrs: { id: textIn(attrs['id']), start: numberIn(attrs['start']), level: numberIn(attrs['level']) },
    marks: marksOf(value['marks']),
    content: content.flatMap((child) => nodeOf(child, depth + 1, budget) ?? []),
  };
}

/** Parses a message. Text that is not TipTap JSON is returned as plain text. */
export function readMessage(message: string): MessageNode {
  const words: MessageNode = {
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: message }] }],
  };
  if (message.length > messageLimits.text) return { type: 'doc', content: [] };
  try {
    const node = nodeOf(JSON.parse(message), 1, { nodes: messageLimits.nodes });
    return node?.type === 'doc' ? node : words;
  } catch {
    return words;
  }
}

function walk(node: MessageNode, visit: (node: MessageNode) => void): void {
  visit(node);
  for (const child of node.content ?? []) walk(child, visit);
}

/** Returns the ids of the people that a message mentions, each once. */
export function mentionsIn(node: MessageNode): string[] {
  const ids = new Set<string>();
  walk(node, ({ type, attrs }) => {
    if (type === 'mention' && attrs?.id) ids.add(attrs.id);
  });
  return [...ids];
}

/** hasText reports whether a message contains text. A comment without text is not sent (BD-184). */
export function hasText(node: MessageNode): boolean {
  let found = false;
  walk(node, ({ type, text }) => {
    if (type === 'mention' || (type === 'text' && text?.trim())) found = true;
  });
  return found;
}

const paragraph = (words: string): MessageNode => ({
  type: 'paragraph',
  content: words ? [{ type: 'text', text: words }] : [],
});

/** Omits empty attributes, as the editor does. */
const withoutEmpty = (_key: string, value: unknown): unknown =>
  ['{}', '[]'].includes(JSON.stringify(value)) ? undefined : value;

/**
 * Appends text to a message, which may be empty. The first line continues the last paragraph,
 * every other line becomes a new paragraph.
 */
export function withTyped(message: string, typed: string): string {
  if (!typed) return message;
  const before = message ? (readMessage(message).content ?? []) : [];
  const [first = '', ...lines] = typed.split('\n');
  const last = before.at(-1);
  const joined = [...(last?.type === 'paragraph' ? (last.content ?? []) : []), ...(paragraph(first).content ?? [])];
  const kept = last?.type === 'paragraph' ? before.slice(0, -1) : before;
  const content = [...kept, { type: 'paragraph', content: joined }, ...lines.map(paragraph)];
  return JSON.stringify({ type: 'doc', content }, withoutEmpty);
}

const blocks = new Set(['paragraph', 'heading', 'codeBlock', 'blockquote', 'listItem', 'bulletList', 'orderedList']);

/** Returns a message as plain text, a line for each paragraph, with mentions by name. */
export function textOf(node: MessageNode, nameOf: (id: string) => string | undefined): string {
  const lines: string[] = [''];
  const write = (text: string) => lines.push((lines.pop() ?? '') + text);
  const visit = ({ type, text, attrs, content }: MessageNode) => {
    if (blocks.has(type) && lines.at(-1) !== '') lines.push('');
    if (type === 'listItem') write('- ');
    if (type === 'text') write(text ?? '');
    if (type === 'mention') write(`@${(attrs?.id && nameOf(attrs.id)) ?? 'somebody'}`);
    if (type === 'hardBreak') lines.push('');
    for (const child of content ?? []) {
      // The first paragraph of a list item is on the line of its dash.
      if (type === 'listItem' && child.type === 'paragraph' && lines.at(-1) === '- ')
        (child.content ?? []).forEach(visit);
      else visit(child);
    }
  };
  visit(node);
  return lines.join('\n').trim();
}
