import { type GalleryImage, generatedShellApi, type ImagesAnswer, type ImagesData } from '../generated/shell';

export type { GalleryImage } from '../generated/shell';

/** Which images of the gallery are wanted. */
export type ImageFilter = { search?: string; orderId?: string; serviceId?: string };

const imagesApi = generatedShellApi.injectEndpoints({
  endpoints: (build) => ({
    /** The gallery, a page at a time, the newest image first. */
    imagePages: build.infiniteQuery<ImagesData, ImageFilter, string>({
      infiniteQueryOptions: {
        initialPageParam: '',
        getNextPageParam: ({ next }) => next,
        refetchCachedPages: false, // there can be a hundred of them
      },
      query: ({ queryArg, pageParam }) => ({
        url: '/order/images',
        params: { ...queryArg, after: pageParam || undefined },
      }),
      transformResponse: ({ data }: ImagesAnswer) => data,
      providesTags: ['Images'],
      keepUnusedDataFor: 0, // the links would be old
    }),
  }),
});

export const { useImagePagesInfiniteQuery } = imagesApi;

/** Asks for an image again, which has fresh links to its files. Those of one order share an answer. */
export const askImage =
  ({ orderId, versionId }: GalleryImage) =>
  async (dispatch: (thunk: ReturnType<typeof ofOrder>) => Promise<{ data?: ImagesAnswer }>) => {
    const { data } = await dispatch(ofOrder(orderId));
    return data?.data.images.find((image) => image.versionId === versionId);
  };

const ofOrder = (orderId: string) =>
  generatedShellApi.endpoints.images.initiate({ orderId, limit: 200 }, { forceRefetch: true, subscribe: false });
