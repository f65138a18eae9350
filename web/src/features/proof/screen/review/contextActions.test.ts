import { describe, expect, test } from 'vitest';
import { attachment, order, version } from '../../testing/fixtures';
import type { Viewer } from '../../viewer/useViewer';
import { contextActions } from './contextActions';

const nothing = () => {};
const viewer = { zoom: { in: nothing, out: nothing }, fitAll: nothing } as unknown as Viewer;
const labels = (role: string, download?: () => void) =>
  contextActions({ order: order(), attachment: attachment(), version: version(), viewer, role, download }).map(
    (a) => a.label,
  );

describe('the right-click menu', () => {
  test('has copy link, open in new tab, download proof, zoom in, zoom out and fit (BD-226, D-18)', () => {
    expect(labels('owner', nothing)).toEqual([
      'Copy link',
      'Open in new tab',
      'Download proof',
      'Zoom in',
      'Zoom out',
      'Fit',
    ]);
  });

  test('guests can neither copy the link nor open a new tab (BD-304, BD-305)', () => {
    expect(labels('guest')).toEqual(['Zoom in', 'Zoom out', 'Fit']);
  });
});
