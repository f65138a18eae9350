import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useDialogGuard } from './closeGuard';
import { reasonLimit, type ReasonRequest } from './dialogs';
import { LongText } from '../content/LongText';

type Props = { request: ReasonRequest; answer: (reason: string | null) => void };

/** The content of the reason prompt (BD-454..BD-458). Ctrl+Enter continues. */
export function ReasonPrompt({ request, answer }: Props) {
  const [reason, setReason] = useState('');
  const text = reason.trim();
  useDialogGuard(text !== '');
  const submit = () => {
    if (text) answer(text);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {request.message && (
        <Text size="sm" c="var(--text-2)" mb="sm">
          {request.message}
        </Text>
      )}
      <LongText
        data-autofocus
        label={request.label ?? 'Reason'}
        required
        minRows={3}
        limit={reasonLimit}
        value={reason}
        onChange={setReason}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
        }}
      />
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed" className="tabular" aria-live="polite">
          Characters left: {reasonLimit - reason.length}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={() => answer(null)}>
            Cancel
          </Button>
          <Button type="submit" disabled={!text}>
            Continue
          </Button>
        </Group>
      </Group>
    </form>
  );
}
