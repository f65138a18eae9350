import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FirstPageOnly } from './FirstPageOnly';

test('an image of several pages says that only the first one shows', () => {
  const preview = { width: 60, height: 40, pages: 3 };
  const { rerender } = render(<FirstPageOnly version={{ preview }} />);
  expect(screen.getByText('Only page 1 of 3 is shown')).toHaveAttribute('title', expect.stringContaining('Download'));
  rerender(<FirstPageOnly version={{ preview: { ...preview, pages: 1 } }} />);
  expect(screen.queryByText(/Only page/)).toBeNull();
  rerender(<FirstPageOnly version={{}} />);
  expect(screen.queryByText(/Only page/)).toBeNull();
});
