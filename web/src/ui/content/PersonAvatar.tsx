import { useState } from 'react';
import { initials, stableIndex } from '@/lib/format/text';
import classes from './PersonAvatar.module.css';

/** Backgrounds on which white initials are readable. */
const grounds = [
  '#3d5a98',
  '#7a4a9e',
  '#a03c6e',
  '#a5482f',
  '#7d5c12',
  '#3f6b3a',
  '#1f6b6b',
  '#2d6a94',
  '#5b5f97',
  '#6b5b4f',
];

type Props = { name: string; image?: string | null; size?: number; title?: string };

/**
 * Shows a person as an image, or as initials in a colour that stays the same. Pass an empty title
 * where the name is beside it.
 */
export function PersonAvatar({ name, image, size = 24, title = name }: Props) {
  const [broken, setBroken] = useState(false);
  const style = { width: size, height: size, fontSize: Math.max(9, Math.round(size * 0.4)) };
  if (image && !broken) {
    return (
      <img
        src={image}
        alt={title}
        title={title || undefined}
        className={classes.avatar}
        style={style}
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span
      className={classes.avatar}
      style={{ ...style, background: grounds[stableIndex(name, grounds.length)] }}
      {...(title ? { role: 'img', 'aria-label': title, title } : { 'aria-hidden': true })}
      data-initials={initials(name)}
    />
  );
}
