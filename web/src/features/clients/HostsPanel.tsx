import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useSetHostsMutation } from '@/api/people';
import forms from '@/shared/accounts/forms/forms.module.css';
import { Refusal } from '@/shared/accounts/forms/Refusal';
import { useForm } from '@/shared/entry/useForm';
import { toastSuccess } from '@/shared/command/notify';
import { useLeaveGuard } from '@/shared/form/useLeaveGuard';
import { confirm } from '@/ui';
import { BusyButton } from '@/ui/fields/BusyButton';
import { Panel } from '@/ui/page/Panel';
import classes from './clients.module.css';
import { hostError, hostName } from './hosts';

type Props = { clientId: string; hosts: string[] };

/** The host names that lead to the sign-in of a client (D-49). Each change is saved at once. */
export function HostsPanel({ clientId, hosts: read }: Props) {
  // Until the client is read again, the list is what was saved last.
  const [saved, setSaved] = useState<{ hosts: string[]; after: string[] }>();
  const hosts = saved?.after === read ? saved.hosts : read;
  const [call, { isLoading, error }] = useSetHostsMutation();
  const { values, text, onSubmit, reset } = useForm({ host: '' }, ({ host }) => ({
    host: hostError(hostName(host), hosts),
  }));
  useLeaveGuard(values.host !== '');

  const save = async (changed: string[], done: string): Promise<boolean> => {
    if (isLoading) return false;
    const { data } = await call({ clientId, hostNames: { hosts: changed } });
    if (!data) return false;
    setSaved({ hosts: changed, after: read });
    toastSuccess(done);
    return true;
  };
  const add = async (host: string) => {
    if (await save([...hosts, host], `${host} leads to the sign-in now.`)) reset();
  };
  const remove = async (host: string) => {
    const agreed = await confirm({
      type: 'CONTINUECANCEL',
      title: `Remove ${host}?`,
      message: 'Nobody can open the product under this name any more. Links in older mails use it too.',
      accept: 'Remove',
      danger: true,
    });
    if (!agreed) return;
    await save(
      hosts.filter((one) => one !== host),
      `${host} is removed.`,
    );
  };

  return (
    <Panel title="Host names">
      <p className={forms.hint}>
        Who opens one of these names sees the brand of this client and signs in there. The name must lead to this server
        first: it needs an entry in the DNS and a certificate.
      </p>
      {hosts.length > 0 && (
        <ul className={classes.hosts} aria-label="Host names">
          {hosts.map((host) => (
            <li key={host}>
              <span>{host}</span>
              <Button
                variant="subtle"
                color="gray"
                size="compact-sm"
                aria-label={`Remove ${host}`}
                onClick={() => void remove(host)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        noValidate
        aria-label="Add a host name"
        className={`${forms.form} ${classes.addForm}`}
        onSubmit={onSubmit(({ host }) => void add(hostName(host)))}
      >
        <TextInput
          {...text('host')}
          label="Host name"
          placeholder="design.example.com"
          autoComplete="off"
          spellCheck={false}
          maxLength={300}

          inputContainer={(input) => (
            <div className={classes.addHost}>
              {input}
              <BusyButton type="submit" variant="default" busy={isLoading}>
                Add
              </BusyButton>
            </div>
          )}
        />
        <Refusal error={error} />
      </form>
    </Panel>
  );
}
