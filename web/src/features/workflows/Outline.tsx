import type { Team, WorkflowContent } from '@/api/approvals';
import { hoursWords, ruleWords } from '@/shared/approvals/words';
import { PersonAvatar } from '@/ui';
import { knownAs } from './problems';
import classes from './workflows.module.css';

/** The steps of a workflow to read. */
export function Outline({ content, team }: { content: WorkflowContent; team: Team }) {
  return (
    <>
      <p className={classes.name}>{content.name}</p>
      <ol className={classes.outline}>
        {content.steps.map(({ name, approvers, rule, quorum, due, reminder }, at) => (
          <li key={at}>
            <strong>{name || `Step ${at + 1}`}</strong>
            <span className={classes.quiet}>
              {[
                approvers.length > 0 && ruleWords(rule, quorum ?? 0, approvers.length),
                due && `due after ${hoursWords(due)}`,
                reminder && `reminder ${hoursWords(reminder)} before`,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <ul className={classes.people}>
              {approvers.map((id) => {
                const { name: who, state } = knownAs(team, id);
                return (
                  <li key={id}>
                    <PersonAvatar
                      name={who}
                      image={team.people.find((one) => one.id === id)?.avatar}
                      size={20}
                      title=""
                    />
                    {who}
                    {state !== 'active' && <span className={classes.warning}>cannot approve any more</span>}
                  </li>
                );
              })}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}
