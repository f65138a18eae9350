import { EntryLayout } from '@/shared/entry/EntryLayout';
import entry from '@/shared/entry/entry.module.css';

const browsers = [
  { name: 'Chrome', url: 'https://www.google.com/chrome/' },
  { name: 'Firefox', url: 'https://www.mozilla.org/firefox/' },
  { name: 'Microsoft Edge', url: 'https://www.microsoft.com/edge' },
];

/** `/not-support`: offers browsers in which the product works (SH-055, SH-155). */
export default function NotSupported() {
  return (
    <EntryLayout title="Browser Not Supported!">
      <h1 className={entry.title}>Browser Not Supported!</h1>
      <p className={entry.lead}>Please open this page in the current version of one of these browsers.</p>
      <ul className={entry.form}>
        {browsers.map(({ name, url }) => (
          <li key={name}>
            <a href={url} rel="noreferrer">
              {name}
            </a>
          </li>
        ))}
      </ul>
    </EntryLayout>
  );
}
