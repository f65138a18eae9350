import { Modal } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Keys } from './Keys';
import { useAllShortcuts } from './shortcuts';
import classes from './ShortcutHelp.module.css';

/** Lists the shortcuts by group. */
export function ShortcutList({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const mounted = useMounted();
  const shortcuts = useAllShortcuts().flatMap(({ keys, ...rest }) => (keys ? [{ keys, ...rest }] : []));
  const groups = [...new Set(shortcuts.map((s) => s.group))];
  return (
    <Modal opened={opened && mounted} onClose={onClose} title="Keyboard shortcuts" size="lg">
      <div className={classes.groups}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={classes.group}>{group}</h3>
            <dl className={classes.list}>
              {shortcuts
                .filter((s) => s.group === group)
                .map((s) => (
                  <div key={s.keys} className={classes.row}>
                    <dt>{s.what}</dt>
                    <dd>
                      <Keys keys={s.keys} />
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  );
}
