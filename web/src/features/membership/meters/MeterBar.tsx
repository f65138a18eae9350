import type { ReactNode } from 'react';
import { amountText, type Meter, meterWords } from './meters';
import classes from './meter.module.css';

/** How much of a quota is used, as a bar. From 90% on it has the colour of danger (BD-363). */
export function Bar({ label, share, danger, words }: { label: string; share: number; danger: boolean; words: string }) {
  const percent = Math.round(share * 1000) / 10;
  return (
    <div
      className={classes.track}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={words}
      data-danger={danger || undefined}
    >
      <div style={{ width: `${percent}%` }} />
    </div>
  );
}

export const MeterBar = ({ meter }: { meter: Meter }) => (
  <Bar label={meter.label} share={meter.share} danger={meter.danger} words={meterWords(meter)} />
);

/** A quota. Screen readers do not read the infinity sign. */
export function Amount({ children }: { children: string }) {
  if (!children.startsWith('∞')) return children;
  return (
    <>
      <span className={classes.infinite} aria-hidden="true">
        ∞
      </span>
      <span className="sr-only">unlimited</span>
      {children.slice(1)}
    </>
  );
}

/** The figures of a meter: `12.5 / 50.0 h`. A unit that both have is written once. */
export function Figures({ meter: { name, used, quota, percent, danger } }: { meter: Meter }) {
  const [mine, all] = [amountText(name, used), amountText(name, quota)];
  const unit = all.split(' ')[1];
  const short = unit && mine.endsWith(` ${unit}`) ? mine.slice(0, -unit.length - 1) : mine;
  return (
    <span className={classes.figures} data-danger={danger || undefined}>
      {short} / <Amount>{all}</Amount>
      {percent && quota !== Infinity && <Percent>{percent}</Percent>}
    </span>
  );
}

const Percent = ({ children }: { children: ReactNode }) => <span className={classes.percent}>{children}</span>;
