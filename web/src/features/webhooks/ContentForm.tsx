import { Radio, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/Radio.css';
import { useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import type { WebhookContent } from '@/api/webhooks';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { BusyButton } from '@/ui/fields/BusyButton';
import { useDialogGuard } from '@/ui/dialog/closeGuard';
import { TypesField } from './TypesField';

const longestUrl = 2000; // characters

type Values = { url: string; every: boolean; chosen: string[] };

const validate = ({ url, every, chosen }: Values) => ({
  url: url.trim() ? undefined : 'Required!',
  types: every || chosen.length > 0 ? undefined : 'Choose at least one, or all events.',
});

/** The fields at which the server's refusals show. */
const fieldOf: Partial<Record<string, 'url' | 'types'>> = {
  'webhook.url': 'url',
  'webhook.url_not_public': 'url',
  'webhook.types': 'types',
};

type Props = {
  /** What is stored; missing for a new webhook. */
  content?: WebhookContent;
  types: string[];
  busy: boolean;
  error: unknown;
  submit: string;
  /** Called when something is typed, so that the refusal of what was sent before goes away. */
  onChange: () => void;
  onSubmit: (content: WebhookContent) => void;
};

/** The address of a webhook and the events that are sent to it. */
export function ContentForm({ content, types, busy, error, submit, onChange, onSubmit }: Props) {
  const [first] = useState<Values>(() => ({
    url: content?.url ?? '',
    every: !content?.types.length,
    chosen: content?.types.filter((type) => types.includes(type)) ?? [],
  }));
  const form = useForm(first, validate);
  const { values, errors } = form;
  const failure = error ? apiError(error) : undefined;
  const field = failure && fieldOf[failure.reason];
  const errorAt = (name: 'url' | 'types') =>
    errors[name] ?? (failure && field === name ? sentence(failure) : undefined);
  const change = (changed: Partial<Values>) => {
    form.change(changed);
    if (error) onChange();
  };
  useDialogGuard(
    values.url !== first.url || values.every !== first.every || values.chosen.join(' ') !== first.chosen.join(' '),
  );
  return (
    <form
      noValidate
      className={forms.form}
      onSubmit={form.onSubmit(({ url, every, chosen }) => {
        if (!busy) onSubmit({ url: url.trim(), types: every ? [] : types.filter((type) => chosen.includes(type)) });
      })}
    >
      <TextInput
        data-autofocus
        type="url"
        name="url"
        label="Address"
        description="Where messages are sent to. It begins with https:// and is on the public internet."
        placeholder="https://example.com/proofboard"
        maxLength={longestUrl}
        autoComplete="off"
        value={values.url}
        error={errorAt('url')}
        onChange={(event) => change({ url: event.currentTarget.value })}
      />
      <Radio.Group
        label="What is sent"
        value={values.every ? 'all' : 'chosen'}
        onChange={(value) => change({ every: value === 'all' })}
      >
        <Stack gap={10} mt={6}>
          <Radio value="all" label="All events" description="Also kinds that are added later" />
          <Radio value="chosen" label="Chosen events" />
        </Stack>
      </Radio.Group>
      {!values.every && (
        <TypesField
          types={types}
          value={values.chosen}
          error={errorAt('types')}
          onChange={(chosen) => change({ chosen })}
        />
      )}
      <Refusal error={field ? undefined : error} />
      <div className={forms.buttons}>
        <BusyButton type="submit" busy={busy}>
          {submit}
        </BusyButton>
      </div>
    </form>
  );
}
