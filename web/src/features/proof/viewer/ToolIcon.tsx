const paths = {
  mouse: 'M6 4l12 7.5-5.4 1.3L10 18z',
  circle: 'M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13z',
  arrow: 'M6 18L18 6M9.5 6H18v8.5',
  rect: 'M5 7h14v10H5z',
  line: 'M5.5 18.5l13-13',
  undo: 'M9 5L4.5 9.5 9 14M5 9.5h9a5 5 0 0 1 0 10h-3',
  redo: 'M15 5l4.5 4.5L15 14M19 9.5h-9a5 5 0 0 0 0 10h3',
  turn: 'M19 5v5h-5M18.6 10A7.5 7.5 0 1 0 19.5 13.5',
  minus: 'M6 12h12',
} as const;

export function ToolIcon({ name }: { name: keyof typeof paths }) {
  return (
    <svg
      width={18}
      height={18}
      viewBox="0 0 24 24"
      fill={name === 'mouse' ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.9}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
