import { cut } from '@/lib/text';

/** Text cut at a number of characters; the whole of it shows on hover and is what screen readers read. */
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
