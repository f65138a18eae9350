import { Kbd, Modal } from '@mantine/core';
import { useState } from 'react';
import { useAllShortcuts, useShortcuts } from './shortcuts';
import classes from './ShortcutHelp.module.css';

/** `?` shows every shortcut that works on this page. */
export function ShortcutHelp() {
  const [opened, setOpened] = useState(false);
  useShortcuts([{ keys: '?', what: 'Show all shortcuts', group: 'Everywhere', run: () => setOpened(true) }]);
  const shortcuts = useAllShortcuts();
  const groups = [...new Set(shortcuts.map((s) => s.group))];
  return (
    <Modal opened={opened} onClose={() => setOpened(false)} title="Keyboard shortcuts" size="lg">
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
                      {s.keys.split(/([+ ])/).map((part, i) =>
                        part === '+' || part === ' ' ? null : (
                          <Kbd key={`${part}${i}`} size="xs">
                            {part}
                          </Kbd>
                        ),
                      )}
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
