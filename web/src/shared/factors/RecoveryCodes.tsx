import { Button, Checkbox } from '@mantine/core';
import { useEffect, useState } from 'react';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { Icon } from '@/ui';
import { CopyButton } from '@/ui/fields/CopyButton';
import classes from './factors.module.css';

type Props = { codes: string[]; onDone: () => void };

/** Shows recovery codes, which are not shown again. The user says that they are stored (D-46). */
export function RecoveryCodes({ codes, onDone }: Props) {
  const [stored, setStored] = useState(false);
  const text = codes.join('\n');

  useEffect(() => {
    if (stored) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [stored]);

  return (
    <div className={classes.form}>
      <p tabIndex={-1} ref={focusOnMount} className={classes.lead}>
        Without your second factor you sign in with one of these codes. Each works once. Store them now: they are not
        shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.save}>
        <CopyButton text={text} label="Copy the codes" />
        <Button
          component="a"
          variant="default"
          leftSection={<Icon name="download" size={14} />}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="proofboard-recovery-codes.txt"
        >
          Download
        </Button>
      </div>
      <Checkbox
        label="I have stored these codes"
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <div className={classes.buttons}>
        <Button disabled={!stored} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
