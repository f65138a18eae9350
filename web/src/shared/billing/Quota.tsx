type Props = {
  value: number;
  /** Formats a value that has a limit. */
  format?: (value: number) => string;
};

/** A number of a plan. Below 0 it is unlimited (BD-360). */
export function Quota({ value, format = (n) => n.toLocaleString('en') }: Props) {
  if (value >= 0) return format(value);
  return (
    <>
      <span aria-hidden="true">∞</span>
      <span className="sr-only">unlimited</span>
    </>
  );
}
