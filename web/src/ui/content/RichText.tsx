import { Fragment, type ReactNode } from 'react';
import classes from './RichText.module.css';

type Mark = { type: string; attrs?: Record<string, unknown> };
type Node = { type: string; text?: string; content?: Node[]; marks?: Mark[]; attrs?: Record<string, unknown> };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function parse(json: string): Node | null {
  try {
    const value: unknown = JSON.parse(json);
    return isNode(value) ? value : null;
  } catch {
    return null;
  }
}

function safeLink(href: unknown): string | undefined {
  return typeof href === 'string' && /^(https?:|mailto:)/i.test(href) ? href : undefined;
}

function marked(text: ReactNode, marks: Mark[] = []): ReactNode {
  return marks.reduce((inner: ReactNode, { type, attrs }) => {
    if (type === 'bold') return <strong>{inner}</strong>;
    if (type === 'italic') return <em>{inner}</em>;
    if (type === 'strike') return <s>{inner}</s>;
    if (type === 'underline') return <u>{inner}</u>;
    if (type === 'code') return <code>{inner}</code>;
    const href = type === 'link' ? safeLink(attrs?.['href']) : undefined;
    if (!href) return inner;
    return (
      <a href={href} target="_blank" rel="noreferrer noopener">
        {inner}
      </a>
    );
  }, text);
}

function mentioned({ attrs }: Node): string {
  const name = attrs?.['label'] ?? attrs?.['id'];
  return typeof name === 'string' ? name : '';
}

function Content({ nodes = [] }: { nodes?: Node[] }) {
  return nodes.map((node, index) => <Fragment key={index}>{draw(node)}</Fragment>);
}

function draw(node: Node): ReactNode {
  const inner = <Content nodes={node.content} />;
  switch (node.type) {
    case 'text':
      return marked(node.text, node.marks);
    case 'hardBreak':
      return <br />;
    case 'mention':
      return <span className={classes.mention}>@{mentioned(node)}</span>;
    case 'paragraph':
      return <p>{inner}</p>;
    case 'heading':
      return <p className={classes.heading}>{inner}</p>;
    case 'bulletList':
      return <ul>{inner}</ul>;
    case 'orderedList':
      return <ol>{inner}</ol>;
    case 'listItem':
      return <li>{inner}</li>;
    case 'blockquote':
      return <blockquote>{inner}</blockquote>;
    default:
      return inner;
  }
}

/** Renders TipTap JSON as elements, never as HTML strings (D-20). Other text shows as it is. */
export function RichText({ json }: { json: string }) {
  const document = parse(json);
  return <div className={classes.text}>{document ? draw(document) : <p>{json}</p>}</div>;
}

/** hasText reports whether there is any text. */
export function hasText(json: string): boolean {
  const document = parse(json);
  return document ? plainText(document).trim() !== '' : json.trim() !== '';
}

function plainText(node: Node): string {
  if (node.type === 'mention') return '@';
  const inner = (node.content ?? []).map(plainText).join(node.type === 'doc' ? '\n' : '');
  return (node.text ?? '') + inner;
}

/** Converts lines of plain text to TipTap JSON; '' stays ''. */
export function fromPlainText(text: string): string {
  if (!text.trim()) return '';
  const content = text.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line ? { content: [{ type: 'text', text: line }] } : {}),
  }));
  return JSON.stringify({ type: 'doc', content });
}
