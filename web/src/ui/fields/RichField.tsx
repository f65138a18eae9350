import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import classes from '../editor/editor.module.css';
import type { RichEditorProps } from '../editor/RichEditor';

const RichEditor = lazy(() => import('../editor/RichEditor'));

/** A rich-text field with its label. Its editor loads when the field shows. A guided tour finds it by `tour`. */
export function RichField({
  description,
  error,
  tour,
  ...editor
}: RichEditorProps & { description?: string; error?: string; tour?: string }) {
  const described = useId();
  return (
    <Input.Wrapper
      data-tour={tour}
      label={editor.label}
      description={description}
      descriptionProps={{ id: described, mb: 4 }}
      labelElement="div"
      error={error}
      errorProps={{ role: 'alert', mt: 4 }}
    >
      <Suspense
        fallback={<Skeleton className={classes.waiting} role="status" aria-label={`Loading ${editor.label}`} />}
      >
        <RichEditor {...editor} describedBy={description && described} />
      </Suspense>
    </Input.Wrapper>
  );
}
