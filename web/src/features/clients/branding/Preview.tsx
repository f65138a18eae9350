import { brandVariables } from '@/lib/format/colour';
import { Logo } from '@/ui/Logo';
import classes from './preview.module.css';

/** What a preview shows of a brand. The pictures are addresses, empty for none. */
export type Shown = {
  name: string;
  senderName: string;
  /** `#rrggbb`. */
  colour: string;
  logo: string;
  favicon: string;
  imagePlaceholder: string;
};

/** Shows a brand before it is saved, in the light and in the dark appearance. */
export function Preview({ brand }: { brand: Shown }) {
  return (
    <div className={classes.both}>
      <Appearance brand={brand} scheme="light" label="Light" />
      <Appearance brand={brand} scheme="dark" label="Dark" />
    </div>
  );
}

type Props = { brand: Shown; scheme: 'light' | 'dark'; label: string };

/** The parts are drawings: nothing in them can be clicked. */
function Appearance({ brand, scheme, label }: Props) {
  const { name, senderName, colour, favicon, imagePlaceholder } = brand;
  const logo = <Logo key={brand.logo} name={name} src={brand.logo || undefined} />;
  return (
    <figure
      className={classes.appearance}
      aria-label={`Preview, ${label.toLowerCase()}`}
      data-mantine-color-scheme={scheme}
      style={brandVariables(colour)}
    >
      <figcaption>{label}</figcaption>
      <div className={classes.tabs}>
        <span className={classes.tab}>
          <img src={favicon || '/favicon.svg'} alt="" width={16} height={16} />
          <span>{name}</span>
        </span>
      </div>
      <div className={classes.header}>
        {logo}
        <span className={classes.primary}>Create New Order</span>
      </div>
      <div className={classes.content}>
        <div className={classes.card}>
          {imagePlaceholder && <img src={imagePlaceholder} alt="" className={classes.cover} />}
          <span className={classes.cardText}>
            <strong>Autumn harvest jar label</strong>
            <span>In Review</span>
            <span className={classes.link}>Open the proof</span>
          </span>
        </div>
        <div className={classes.signin}>
          {logo}
          <strong className={classes.title}>Log in</strong>
          <span className={classes.field}>Email Address</span>
          <span className={classes.primary}>Log in</span>
          <span className={classes.link}>Forgot Password?</span>
        </div>
        <div className={classes.mail}>
          <span className={classes.from}>
            From <strong>{senderName || name}</strong>
          </span>
          <span className={classes.mailHead} style={{ borderColor: colour }}>
            {logo}
          </span>
          <span>Your proof is ready for review.</span>
        </div>
      </div>
    </figure>
  );
}
