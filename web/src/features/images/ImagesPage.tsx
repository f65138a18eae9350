import { Button } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { apiError, details, sentence } from '@/api/request/envelope';
import { useServicesQuery } from '@/api/generated';
import { useImagePagesInfiniteQuery } from '@/api/proof/images';
import { plural } from '@/lib/format/text';
import { SearchField } from '@/shared/accounts/SearchField';
import { toastError } from '@/shared/command/notify';
import { EmptyState, ErrorState, Icon } from '@/ui';
import { Page } from '@/ui/page/Page';
import { SelectField } from '@/ui/fields/SelectField';
import { Grid, Loading } from './Grid';
import classes from './images.module.css';
import { useImageFilter } from './useImageFilter';

/** `/my-images`: the images of the user's orders, the newest first (SH-071, D-64). */
export default function ImagesPage() {
  const { filter, set, reset, isFiltered } = useImageFilter();
  const { data: services } = useServicesQuery({});
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage, fetchNextPage, refetch } =
    useImagePagesInfiniteQuery(filter, { refetchOnMountOrArgChange: true });
  const images = useMemo(() => data?.pages.flatMap((page) => page.images) ?? [], [data]);
  const onMore = useCallback(() => void fetchNextPage().unwrap().catch(toastError), [fetchNextPage]);
  const onOrder = useCallback((orderId: string) => set({ orderId }), [set]);
  const failure = error && !data ? apiError(error) : undefined;
  const only = filter.orderId ? images.find(({ orderId }) => orderId === filter.orderId) : undefined;
  return (
    <Page
      title="My Images"
      above={data && (hasNextPage ? `The first ${plural(images.length, 'image')}` : plural(images.length, 'image'))}
    >
      <div className={classes.filters} role="search" aria-label="Images">
        <SearchField
          label="Search by file or order"
          value={filter.search ?? ''}
          onSearch={(search) => set({ search })}
        />
        <SelectField
          aria-label="Service"
          placeholder="All services"
          clearable
          searchable
          data={(services?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={filter.serviceId ?? null}
          onChange={(serviceId) => set({ serviceId: serviceId ?? '' })}
        />
        {filter.orderId && (
          <Button
            variant="light"
            rightSection={<Icon name="close" size={14} />}
            aria-label="Show the images of all orders"
            onClick={() => set({ orderId: '' })}
          >
            {only ? `${only.orderNumber} ${only.orderName}` : 'One order'}
          </Button>
        )}
      </div>
      <div aria-busy={isFetching}>
        {failure && (
          <ErrorState message={sentence(failure)} details={details(failure)} onRetry={() => void refetch()} />
        )}
        {!data && !failure && <Loading />}
        {data && images.length === 0 && (
          <EmptyState
            icon="image"
            title={isFiltered ? 'No image matches' : 'No images yet'}
            action={
              isFiltered && (
                <Button variant="default" size="xs" onClick={reset}>
                  Reset the filter
                </Button>
              )
            }
          >
            {isFiltered
              ? 'Search for another name, or choose another service.'
              : 'Images of your orders show here as soon as somebody adds one.'}
          </EmptyState>
        )}
        {images.length > 0 && (
          <Grid
            images={images}
            hasMore={hasNextPage && !isFetchNextPageError}
            busy={isFetchingNextPage}
            onMore={onMore}
            onOrder={onOrder}
          />
        )}
        {isFetchNextPageError && (
          <Button variant="default" size="xs" onClick={onMore}>
            Load more images
          </Button>
        )}
      </div>
    </Page>
  );
}
