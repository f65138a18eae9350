import { useBrandQuery } from '@/api/generated';
import { useMe } from '@/api/hooks';
import classes from './MailOff.module.css';

/** Whether no mail server is set up, so that what a screen promises to mail stays on the server. */
export function useMailOff(): boolean {
  const me = useMe();
  const { data } = useBrandQuery(undefined, { skip: me !== undefined });
  return (me ?? data?.data)?.mailOff ?? false;
}

/** Says what became of an invitation. */
export const invited = (email: string, mailOff: boolean): string =>
  mailOff
    ? `${email} is invited. No mail is sent here: the link is on the page of the person.`
    : `An invitation is on its way to ${email}.`;

/** Says, beside what promises a mail, that none is sent. */
export function MailOff({ then = 'Ask those who run it for the link.' }: { then?: string }) {
  const off = useMailOff();
  return off && <p className={classes.note}>No mail server is set up here, so mail stays on the server. {then}</p>;
}
