import { Button, CopyButton as Copied } from '@mantine/core';
import { Icon } from '../icons';

/** Copies a text, and says so. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  return (
    <Copied value={text}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          leftSection={<Icon name={copied ? 'check' : 'file'} size={14} />}
          onClick={copy}
          aria-live="polite"
        >
          {copied ? 'Copied' : label}
        </Button>
      )}
    </Copied>
  );
}
