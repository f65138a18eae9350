import { useState } from 'react';
import { AddApp } from './AddApp';
import { AddPasskey } from './AddPasskey';
import { RecoveryCodes } from './RecoveryCodes';

export type FactorKind = 'app' | 'passkey';

type Props = {
  kind: FactorKind;
  email: string;
  /** The recovery codes are on the screen: closing them loses them. */
  onCodes?: () => void;
  onDone: () => void;
};

/** The steps that add a second factor, to the recovery codes of the first one. */
export function FactorSteps({ kind, email, onCodes, onDone }: Props) {
  const [codes, setCodes] = useState<string[]>();
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  const Add = kind === 'app' ? AddApp : AddPasskey;
  return (
    <Add
      email={email}
      onAdded={(shown) => {
        if (shown.length === 0) {
          onDone();
          return;
        }
        setCodes(shown);
        onCodes?.();
      }}
    />
  );
}
