import { Link } from 'react-router';
import { ErrorState } from '@/ui';
import classes from './styles/screen.module.css';

interface Props {
  orderId: string;
  /** The error message. */
  message: string;
  onRetry: () => void;
}

/**
 * Replaces a screen whose order could not be read. It says why, offers a retry, and links to the
 * order.
 */
export function Unread({ orderId, message, onRetry }: Props) {
  return (
    <main className={classes.unread}>
      <h1 className="sr-only">Proof</h1>
      <ErrorState title="The proof could not be read" message={message} onRetry={onRetry} />
      <Link to={`/orders/detail/${orderId}`}>Back to the order</Link>
    </main>
  );
}
