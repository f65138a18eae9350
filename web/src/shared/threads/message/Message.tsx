import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import { safeHref } from '@/lib/links';
import { type MessageNode, readMessage } from './message';
import classes from '../threads.module.css';

const markTags: Record<string, string> = { bold: 'strong', italic: 'em', strike: 's', underline: 'u', code: 'code' };
const blockTags: Record<string, string> = {
  paragraph: 'p',
  bulletList: 'ul',
  listItem: 'li',
  blockquote: 'blockquote',
  codeBlock: 'pre',
};

function marked(text: ReactNode, marks: MessageNode['marks']): ReactNode {
  return (marks ?? []).reduce<ReactNode>((inner, { type, attrs }) => {
    if (type !== 'link') return createElement(markTags[type] ?? Fragment, null, inner);
    const href = safeHref(attrs?.href);
    return href ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow">
        {inner}
      </a>
    ) : (
      inner
    );
  }, text);
}

function render(node: MessageNode, key: number, name: (id: string) => string | undefined): ReactNode {
  const inside = (node.content ?? []).map((child, i) => render(child, i, name));
  switch (node.type) {
    case 'text':
      return <Fragment key={key}>{marked(node.text ?? '', node.marks)}</Fragment>;
    case 'hardBreak':
      return <br key={key} />;
    case 'mention':
      return (
        <span key={key} className={classes.mention}>
          @{name(node.attrs?.id ?? '') ?? 'somebody'}
        </span>
      );
    case 'orderedList':
      return (
        <ol key={key} start={node.attrs?.start}>
          {inside}
        </ol>
      );
    case 'heading':
      return (
        <p key={key} className={classes.heading}>
          {inside}
        </p>
      );
    default:
      return createElement(blockTags[node.type] ?? Fragment, { key }, ...inside);
  }
}

/**
 * Renders a stored message as elements, never as HTML text (D-20). `name` returns the name of a
 * mentioned person.
 */
export function Message({ text, name }: { text: string; name: (id: string) => string | undefined }) {
  const node = useMemo(() => readMessage(text), [text]);
  return <div className={classes.message}>{(node.content ?? []).map((child, i) => render(child, i, name))}</div>;
}
