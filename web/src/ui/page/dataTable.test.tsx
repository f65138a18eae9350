import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { expect, test, vi } from 'vitest';
import { show } from '../../../tests/render';
import { DataTable, type DataTableProps } from './DataTable';

type Cake = { id: string; name: string; price: number; old?: boolean };

const cakes: Cake[] = [
  { id: 'a', name: 'Almond', price: 4 },
  { id: 'b', name: 'Berry', price: 5, old: true },
];
const remove = vi.fn<(cake: Cake) => void>();

function Address() {
  return <output>{useLocation().pathname}</output>;
}

function table(more: Partial<DataTableProps<Cake>> = {}, width = 1440) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
  show(
    <>
      <DataTable
        label="Cakes"
        rows={cakes}
        keyOf={({ id }) => id}
        opens={({ id }) => `/cakes/${id}`}
        retired={({ old }) => old === true}
        columns={[
          { head: 'Cake', cell: ({ name }) => name, sort: 'name', foot: 'Together' },
          false,
          { head: 'Price', kind: 'number', cell: ({ price }) => price, side: ({ price }) => `${price} each`, foot: 9 },
          { head: 'Actions', kind: 'action', cell: (cake) => <button onClick={() => remove(cake)}>Remove</button> },
        ]}
        {...more}
      />
      <Address />
    </>,
  );
}

test('a table is a region that the keyboard scrolls, with a head for each column and row, and sums', () => {
  table();
  const region = screen.getByRole('region', { name: 'Cakes, a table' });
  expect(region).toHaveAttribute('tabindex', '0');
  expect(
    within(region)
      .getAllByRole('columnheader')
      .map((head) => head.textContent),
  ).toEqual(['Cake', 'Price', 'Actions']);
  expect(screen.getByText('Actions')).toHaveClass('sr-only');
  expect(
    within(region)
      .getAllByRole('rowheader')
      .map((head) => head.textContent),
  ).toEqual(['Almond', 'Berry', 'Together']);
  expect(
    within(region)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['4', 'Remove', '5', 'Remove', '9', '']);
});

test('a row opens its page, and its actions do not', async () => {
  table();
  await userEvent.click(screen.getAllByRole('button', { name: 'Remove' })[0] ?? document.body);
  expect(remove).toHaveBeenCalledWith(cakes[0]);
  expect(screen.getByRole('status')).toHaveTextContent('/');
  await userEvent.click(screen.getByRole('rowheader', { name: 'Berry' }));
  expect(screen.getByRole('status')).toHaveTextContent('/cakes/b');
});

test('a head that sorts says the order, and turns it', async () => {
  const onSort = vi.fn<(by: string, ascending: boolean) => void>();
  table({ sorting: { by: 'name', ascending: true, onSort } });
  expect(screen.getByRole('columnheader', { name: 'Cake' })).toHaveAttribute('aria-sort', 'ascending');
  expect(screen.getByRole('columnheader', { name: 'Price' })).not.toHaveAttribute('aria-sort');
  await userEvent.click(screen.getByRole('button', { name: 'Cake' }));
  expect(onSort).toHaveBeenCalledWith('name', false);
});

test('on a narrow screen rows that say how are stacked, with the same columns', () => {
  table({ rest: ({ id }) => `Number ${id}` }, 390);
  expect(screen.queryByRole('table')).toBeNull();
  const rows = within(screen.getByRole('list', { name: 'Cakes' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Almond4 eachNumber aRemove',
    'Berry5 eachNumber bRemove',
    'Together9',
  ]);
  expect(rows.map((row) => row.hasAttribute('data-retired'))).toEqual([false, true, false]);
});

test('a table that always fits has the label itself, and its heads may be for screen readers alone', () => {
  table({ fits: true, hideHeads: true });
  expect(screen.queryByRole('region')).toBeNull();
  const [heads] = within(screen.getByRole('table', { name: 'Cakes' })).getAllByRole('rowgroup');
  expect(heads).toHaveClass('sr-only');
});

test('on a narrow screen a table without stacked rows scrolls', () => {
  table({}, 390);
  expect(screen.getByRole('region', { name: 'Cakes, a table' })).toBeVisible();
  expect(screen.queryByRole('list', { name: 'Cakes' })).toBeNull();
});
