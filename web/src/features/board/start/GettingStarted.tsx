import { Button, Skeleton } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import type { GettingStarted as Steps } from '@/api/generated/shell';
import { useGettingStartedQuery, useSaveTourMutation } from '@/api/shell';
import { useMailOff } from '@/shared/MailOff';
import { toastError } from '@/shared/command/notify';
import { Icon } from '@/ui';
import { focusHeading } from '@/ui/page/usePageFocus';
import classes from './gettingStarted.module.css';

type Step = {
  done: keyof Omit<Steps, 'dismissed'> | 'mail';
  title: string;
  text: string;
  /** The page that does it. Mail is set up where the server is started. */
  to?: string;
  /** What is said in place of `text` once it is done. */
  after?: string;
};

const steps: Step[] = [
  { done: 'staff', title: 'Invite your staff', text: 'Managers and designers, who work on orders.', to: '/people' },
  {
    done: 'customer',
    title: 'Create a customer',
    text: 'The owner is invited and places orders.',
    to: '/customer/new',
  },
  {
    done: 'catalogue',
    title: 'Fill the catalogue',
    text: 'The services that customers can order.',
    to: '/catalogue',
  },
  { done: 'plan', title: 'Offer a plan', text: 'What customers may use, and what they pay for it.', to: '/plans' },
  {
    done: 'mail',
    title: 'Set up mail',
    text: 'Mail stays in the data folder until the server is started with SMTP_URL, the address of a mail server.',
    after: 'Mail is sent by the mail server of SMTP_URL.',
  },
  { done: 'brand', title: 'Show your brand', text: 'Your logo and colour, on every page and mail.', to: '/branding' },
];

/**
 * The first steps of a new installation, for an admin whose board is empty (D-291). The server says what is done.
 * `otherwise` shows once all is done or the list is dismissed, and if the server cannot say.
 */
export default function GettingStarted({ otherwise }: { otherwise: ReactNode }) {
  const heading = useId();
  // What was done on other pages is ticked on the way back.
  const { data, error } = useGettingStartedQuery(undefined, { refetchOnMountOrArgChange: true });
  const [save] = useSaveTourMutation();
  const mail = !useMailOff();
  if (!data) {
    return error ? otherwise : <Skeleton className={classes.list} height={480} role="status" aria-label="Loading" />;
  }
  const there = { ...data.data, mail };
  const open = steps.filter(({ done }) => !there[done]).length;
  if (data.data.dismissed || open === 0) return otherwise;

  const dismiss = () => {
    save({ tour: 'gettingStarted', tourChange: { data: false } })
      .unwrap()
      .catch(toastError);
    focusHeading(document.getElementById('content'));
  };
  return (
    <section className={classes.list} aria-labelledby={heading}>
      <header className={classes.head}>
        <h2 id={heading}>Get started</h2>
        <p className="tabular">
          {steps.length - open} of {steps.length} done
        </p>
      </header>
      <ol>
        {steps.map((step) => (
          <li key={step.done}>
            <Line step={step} done={there[step.done]} />
          </li>
        ))}
      </ol>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={dismiss}>
        Hide this list
      </Button>
    </section>
  );
}

function Line({ step: { title, text, to, after }, done }: { step: Step; done: boolean }) {
  const content = (
    <>
      <span className={classes.tick} data-done={done || undefined}>
        {done && <Icon name="check" size={14} />}
      </span>
      <span className={classes.text}>
        <span className={classes.title}>{title}</span>
        <span className="sr-only">{done ? ', done. ' : ', to do. '}</span>
        <span className={classes.what}>{done && after ? after : text}</span>
      </span>
      {to && <Icon name="chevronRight" size={16} />}
    </>
  );
  return to ? (
    <Link to={to} className={classes.line}>
      {content}
    </Link>
  ) : (
    <div className={classes.line}>{content}</div>
  );
}
