import { baseApi } from '../request/base';
import type { PresetAnswer, PresetsAnswer } from '../generated';

/** The paths of the presets of each panel (SH-258, SH-272). */
export type PresetPath = '/filters' | '/archived-order-filters';
type Save = { path: PresetPath; id?: string; form: URLSearchParams };

const presetsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    presets: build.query<PresetsAnswer, PresetPath>({
      query: (path) => path,
      providesTags: ['Presets'],
    }),
    /** With an id it updates that preset, without one it creates a preset (SH-246). */
    savePreset: build.mutation<PresetAnswer, Save>({
      query: ({ path, id, form }) => ({
        url: id ? `${path}/${encodeURIComponent(id)}` : path,
        method: id ? 'PUT' : 'POST',
        body: form,
      }),
      invalidatesTags: ['Presets'],
    }),
    deletePreset: build.mutation<PresetAnswer, { path: PresetPath; id: string }>({
      query: ({ path, id }) => ({ url: `${path}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Presets'],
    }),
  }),
});

export const { usePresetsQuery, useSavePresetMutation, useDeletePresetMutation } = presetsApi;
