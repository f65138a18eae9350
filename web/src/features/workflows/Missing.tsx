import type { EditorState } from './useEditor';
import { fieldId } from './useEditor';
import classes from './workflows.module.css';

/** What keeps a draft from being published. Each line leads to its field. */
export function Missing({ editor, edition }: { editor: EditorState; edition: number }) {
  const { problems, publishable, draft } = editor;
  const place = new Map(draft.steps.map(({ key }, at) => [key, at + 1]));
  return (
    <div id="workflow-missing">
      {problems.length === 0 && (
        <p className={classes.good}>
          {publishable ? 'Nothing is missing.' : `Nothing has changed since edition ${edition}.`}
        </p>
      )}
      {problems.length > 0 && (
        <ul className={classes.missing}>
          {problems.map(({ step, field, text }) => (
            <li key={`${step}.${field}`}>
              <button
                type="button"
                onClick={() => {
                  editor.showAll();
                  document.getElementById(fieldId(field, step))?.focus();
                }}
              >
                {step ? `Step ${place.get(step)}: ${text}` : text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
