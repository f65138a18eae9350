import { Button } from '@mantine/core';
import { useState } from 'react';
import { apiError, sentence } from '@/api/request/envelope';
import type { TokenAnswer } from '@/api/generated';
import { type SignInAccount, useChooseAccountMutation } from '@/api/generated/account';
import entry from '@/shared/entry/entry.module.css';
import { focusOnMount } from '@/lib/hooks/focusOnMount';
import { AccountChoice } from '@/shared/entry/AccountChoice';
import classes from './signin.module.css';

type Props = {
  token: string;
  accounts: SignInAccount[];
  onSignedIn: (answer: TokenAnswer) => void;
  onBack: (why?: string) => void;
};

/** The last step of a sign-in whose address belongs to several accounts (D-82, BY-076). */
export function ChooseAccount({ token, accounts, onSignedIn, onBack }: Props) {
  const [call] = useChooseAccountMutation();
  const [chosen, setChosen] = useState<string | null>(null);
  const choose = (accountId: string) => {
    setChosen(accountId);
    call({ accountChoice: { token, accountId } })
      .unwrap()
      .then(onSignedIn)
      .catch((error: unknown) => onBack(sentence(apiError(error))));
  };
  return (
    <section className={entry.form} aria-labelledby="choose-account">
      <h2 id="choose-account" className={classes.question} tabIndex={-1} ref={focusOnMount}>
        Your address belongs to {accounts.length} accounts. Which one do you want to open?
      </h2>
      <AccountChoice accounts={accounts} busy={chosen} onChoose={choose} />
      <div>
        <Button variant="subtle" size="compact-sm" onClick={() => onBack()}>
          Back
        </Button>
      </div>
    </section>
  );
}
