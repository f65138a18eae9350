import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import { useDispatch } from 'react-redux';
import type { proofApi } from './proofTags';

type Patch = ReturnType<typeof proofApi.util.updateQueryData>;

/** Dispatches changes of what the calls of the proof screen have read, which can be undone. */
export const useCacheDispatch =
  useDispatch.withTypes<ThunkDispatch<ReturnType<Parameters<Patch>[1]>, unknown, UnknownAction>>();
