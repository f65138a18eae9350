import classes from './styles/screen.module.css';

/** Shows the layout of the screen while the order loads. */
export function ProofSkeleton() {
  return (
    <div className={classes.screen} data-panel="true" role="status" aria-label="Loading the proof">
      <div className={classes.header} />
      <div className={classes.rail} />
      <div className={classes.groundSkeleton} />
      <div className={classes.panelSkeleton} />
    </div>
  );
}
