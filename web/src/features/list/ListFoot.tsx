import { Pagination } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { PageMeta } from '@/api/generated';
import { SelectField } from '@/ui/fields/SelectField';
import classes from './list.module.css';
import { limits } from './listParams';

type Props = { meta: PageMeta; onPage: (page: number) => void; onLimit: (limit: number) => void };

export function ListFoot({ meta, onPage, onLimit }: Props) {
  const first = meta.total === 0 ? 0 : (meta.page - 1) * meta.limit + 1;
  const last = Math.min(meta.page * meta.limit, meta.total);
  const foot = useRef<HTMLElement>(null);
  const paged = useRef(false);
  useEffect(() => {
    // On the last page the button that led there disappears and cannot keep the focus.
    if (paged.current && document.activeElement === document.body)
      foot.current?.querySelector<HTMLElement>('[aria-current="page"]')?.focus();
    paged.current = false;
  }, [meta.page]);
  return (
    <footer ref={foot} className={classes.foot}>
      <span className="tabular">
        {first}–{last} of {meta.total}
      </span>
      <Pagination
        size="sm"
        total={meta.totalPages}
        value={meta.page}
        onChange={(page) => {
          paged.current = true;
          onPage(page);
        }}
        getControlProps={(control) => ({ 'aria-label': `${control === 'next' ? 'Next' : 'Previous'} page` })}
        getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
      />
      <SelectField
        size="xs"
        w={110}
        aria-label="Orders on a page"
        data={limits.map((limit) => ({ value: String(limit), label: `${limit} a page` }))}
        value={String(meta.limit)}
        allowDeselect={false}
        onChange={(value) => onLimit(Number(value ?? 10))}
      />
    </footer>
  );
}
