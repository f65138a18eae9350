import { Icon } from '@/ui';
import classes from './guest.module.css';

/** The 404 screen of the guest page (SH-306, SH-307). */
export function DeadLink() {
  return (
    <main className={classes.center}>
      <div className={classes.box} role="alert">
        <span className={classes.icon}>
          <Icon name="alert" size={28} />
        </span>
        <p className={classes.code}>404</p>
        <h1>Something is wrong!</h1>
        <p>Maybe you&apos;re trying to open the wrong link or it has expired.</p>
      </div>
    </main>
  );
}
