import { cut } from '@/lib/format/text';

/** A text cut at a number of characters. Hover and screen readers get the whole text. */
export function Cut({ text, at, className }: { text: string; at: number; className?: string }) {
  const short = cut(text, at);
  if (short === text) return <span className={className}>{text}</span>;
  return (
    <span className={className} title={text}>
      <span aria-hidden="true">{short}</span>
      <span className="sr-only">{text}</span>
    </span>
  );
}
