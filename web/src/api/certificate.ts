import { baseApi } from './base';

export type CertificateFormat = 'pdf' | 'json';

interface Wanted {
  orderId: string;
  attachmentId: string;
  versionId: string;
  format: CertificateFormat;
}

const certificateApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /** A version's certificate as an object URL, which whoever takes it revokes: its bytes are kept as they come. */
    certificateFile: build.mutation<string, Wanted>({
      query: ({ orderId, attachmentId, versionId, format }) => ({
        url: `/order/${encodeURIComponent(orderId)}/attachment/${encodeURIComponent(attachmentId)}/version/${encodeURIComponent(versionId)}/certificate`,
        params: { format },
        responseHandler: async (response) =>
          response.ok ? URL.createObjectURL(await response.blob()) : ((await response.json()) as unknown),
      }),
    }),
  }),
});

export const { useCertificateFileMutation } = certificateApi;
