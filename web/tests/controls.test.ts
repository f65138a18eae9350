import { expect, test } from 'vitest';
import { sources } from './sources';

const components = sources(/\.tsx$/);

/** Returns the files in which a text occurs. */
const filesWith = (text: RegExp) => [...components].filter(([, source]) => text.test(source)).map(([path]) => path);

test('dates are chosen with the date field and never with that of the browser', () => {
  expect(components.size).toBeGreaterThan(200);
  expect(filesWith(/type="(date|datetime-local|month|week|time)"/)).toEqual([]);
  expect(filesWith(/<DateField|<DateTimeField/).length).toBeGreaterThan(5);
});

test.each<[string, RegExp, string[]]>([
  ['files', /type="file"/, ['shared/choosing/FileInput.tsx']],
  ['a long text', /<Textarea/, ['ui/content/LongText.tsx']],
  ['one of several', /<Select\b/, ['ui/fields/SelectField.tsx']],
  ['a colour', /type="color"/, ['shared/form/ColourField.tsx']],
  // It takes a comment while the editor of rich text loads.
  ['a text without a form', /<textarea/, ['shared/threads/message/PlainField.tsx']],
])('there is one control for %s', (_, control, files) => {
  expect(filesWith(control)).toEqual(files);
});
