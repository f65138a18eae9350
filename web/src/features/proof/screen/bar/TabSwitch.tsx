import { SegmentedControl } from '@mantine/core';
import type { Tab } from '@/shared/threads/threadActions';
import classes from '../styles/screen.module.css';

const words: Record<Tab, string> = { internal: 'Internal', public: 'Public' };

interface Props {
  tabs: readonly Tab[];
  tab: Tab;
  /** The number of open topics of each tab. */
  counts: Record<Tab, number>;
  onTab: (tab: Tab) => void;
}

/** The Internal and Public tabs with their open counts (BD-217, BD-220). */
export function TabSwitch({ tabs, tab, counts, onTab }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Comments tab"
      value={tab}
      onChange={onTab}
      data={tabs.map((value) => ({
        value,
        label: (
          <span className={classes.tab}>
            {words[value]}
            <span className={classes.badge}>
              {counts[value]}
              <span className="sr-only"> open</span>
            </span>
          </span>
        ),
      }))}
    />
  );
}
