import { Progress, Stack } from '@mantine/core';
import { useState } from 'react';
import { useCustomersQuery } from '@/api/generated';
import { type Import, type ImportKind, useLazyImportExampleQuery } from '@/api/imports';
import { DropArea, type FileChoice, FileButton } from '@/shared/choosing';
import { saveBlob } from '@/shared/files/saveBlob';
import { Icon, toastNotLoaded } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import { SelectField } from '@/ui/fields/SelectField';
import { useSend } from './useSend';
import { kinds } from './words';
import classes from './imports.module.css';

type Props = { allowed: ImportKind[]; forOthers: boolean; onSent: (one: Import) => void };

const order: ImportKind[] = ['orders', 'trello', 'planka', 'people', 'customers'];

/** Chooses what to import, the account it goes to, and the file. */
export function NewImport({ allowed, forOthers, onSent }: Props) {
  const offered = order.filter((kind) => forOthers || allowed.includes(kind));
  const [kind, setKind] = useState<ImportKind>(offered[0] ?? 'orders');
  const [account, setAccount] = useState<string | null>(null);
  const customers = useCustomersQuery({}, { skip: !forOthers }).data?.data ?? [];
  const { send, percent, failure } = useSend(onSent);
  const words = kinds[kind];
  const asks = forOthers && kind !== 'customers';
  const missing = asks && kind !== 'people' && !account;
  const choice: FileChoice = {
    kinds: words.files,
    onFiles: ([file]) => {
      if (file && !missing) void send({ kind, customerId: (asks && account) || undefined, file });
    },
  };
  return (
    <Panel title="New import">
      <div className={classes.form}>
        <SelectField
          label="What"
          data={offered.map((value) => ({ value, label: kinds[value].label }))}
          value={kind}
          allowDeselect={false}
          onChange={(value) => value && setKind(value)}
        />
        {asks && (
          <SelectField
            label="Account"
            required={kind !== 'people'}
            clearable={kind === 'people'}
            searchable
            placeholder={kind === 'people' ? 'Your own team' : 'Please choose'}
            data={customers.map(({ id, name }) => ({ value: id, label: name }))}
            value={account}
            onChange={setAccount}
          />
        )}
      </div>
      <p className={classes.about}>{words.about}</p>
      <DropArea choice={choice}>
        <div className={classes.drop}>
          {percent === undefined ? (
            <>
              {missing ? (
                <p>Choose an account first.</p>
              ) : (
                <FileButton choice={choice} leftSection={<Icon name="upload" size={16} />}>
                  Choose a file
                </FileButton>
              )}
              {words.example && <Example kind={words.example} />}
            </>
          ) : (
            <Stack gap={6} w="100%" role="status">
              Sending the file, {percent}%
              <Progress value={percent} color="brand" size={6} aria-label={`Sent: ${percent}%`} />
            </Stack>
          )}
        </div>
      </DropArea>
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </Panel>
  );
}

/** Downloads a file with the columns of a kind. */
function Example({ kind }: { kind: 'customers' | 'people' | 'orders' }) {
  const [load, { isFetching }] = useLazyImportExampleQuery();
  const save = async () => {
    const { data, error } = await load({ kind }, true);
    if (data) saveBlob(new Blob([data.data.content], { type: 'text/csv' }), data.data.fileName);
    else if (error) toastNotLoaded();
  };
  return (
    <BusyButton
      variant="default"
      busy={isFetching}
      leftSection={<Icon name="download" size={16} />}
      onClick={() => void save()}
    >
      Example file
    </BusyButton>
  );
}
