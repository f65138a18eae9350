import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { Profile } from '@/api/generated';
import { hasImages } from '@/api/session/session';
import { date } from '@/lib/format/dates';
import { type Motion, useMotion } from '@/lib/motion';
import { type StartPage, startPages, useStartPage } from '@/shared/startPage';
import { type Covers, type Density, useCovers, useDensity } from '@/shared/view/cardView';
import { Panel } from '@/ui/page/Panel';
import { SchemeSwitch } from '@/ui/SchemeSwitch';
import classes from './settings.module.css';

/** How the product looks and starts for the user in this browser. */
export function GeneralSection({ me }: { me?: Profile }) {
  const appearance = useId();
  const [density, setDensity] = useDensity();
  const [covers, setCovers] = useCovers();
  const [motion, setMotion] = useMotion();
  return (
    <Panel title="General" id="general" tour="settings-general">
      <Row label={<span id={appearance}>Appearance</span>} about="Auto follows your system.">
        <SchemeSwitch labelledBy={appearance} />
      </Row>
      <Choice<Density>
        label="Density"
        about="How much room cards and rows take, on the board and in lists."
        value={density}
        onChange={setDensity}
        choices={{ comfortable: 'Comfortable', compact: 'Compact' }}
      />
      <Choice<Covers>
        label="Show covers"
        about="The picture of the newest proof, on cards and in lists."
        value={covers}
        onChange={setCovers}
        choices={{ on: 'On', off: 'Off' }}
      />
      {me && !me.isClientType && !me.isClientWhitelabel && <Start me={me} />}
      <Choice<Motion>
        label="Reduce motion"
        about="Without sliding, fading and smooth scrolling."
        value={motion}
        onChange={setMotion}
        choices={{ system: 'Like the system', reduced: 'Always' }}
      />
      <Row label="Time zone" about={me?.timeZone.label || 'Not chosen yet'}>
        <Link to="/profile#personal">Change the time zone</Link>
      </Row>
      <Row label="Dates" about={`Dates are written like ${date('2026-12-25T12:00:00Z')}.`} />
    </Panel>
  );
}

/** Users with a client view have another home there, so they have no choice. */
function Start({ me }: { me: Profile }) {
  const [start, setStart] = useStartPage();
  const { '/my-images': images, ...others } = startPages;
  return (
    <Choice<StartPage>
      label="Start page"
      about="What opens when you have signed in."
      value={start}
      onChange={setStart}
      choices={hasImages(me) ? { ...others, '/my-images': images } : others}
    />
  );
}

type RowProps = { label: ReactNode; about: string; children?: ReactNode };

function Row({ label, about, children }: RowProps) {
  return (
    <div className={classes.row}>
      <span>
        {label}
        <span className={classes.about}>{about}</span>
      </span>
      {children}
    </div>
  );
}

type ChoiceProps<T extends string> = {
  label: string;
  about: string;
  value: T;
  onChange: (value: T) => void;
  choices: Partial<Record<T, string>>;
};

/** A setting with a few values side by side. */
function Choice<T extends string>({ label, about, value, onChange, choices }: ChoiceProps<T>) {
  const id = useId();
  return (
    <Row label={<span id={id}>{label}</span>} about={about}>
      <SegmentedControl
        size="xs"
        aria-labelledby={id}
        value={value}
        onChange={onChange}
        data={(Object.keys(choices) as T[]).map((name) => ({ value: name, label: choices[name] }))}
      />
    </Row>
  );
}
