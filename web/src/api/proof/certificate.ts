import { baseApi } from '../request/base';

export type CertificateFormat = 'pdf' | 'json';

interface Wanted {
  orderId: string;
  attachmentId: string;
  versionId: string;
  format: CertificateFormat;
}

const certificateApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    /**
     * Returns a version's certificate as an object URL, with its bytes unchanged. The caller must
     * revoke the URL.
     */
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
