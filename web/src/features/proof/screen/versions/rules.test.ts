import { describe, expect, test } from 'vitest';
import type { Attachment, Order, Version } from '@/api';
import { findAttachment, readOnlyReason, startingTab, tabsOf, versionLabel } from './rules';

const both = {
  publicTab: true,
  internalTab: true,
  addVersion: false,
  requestReview: false,
  settings: false,
  delete: false,
};
const attachment = (tab: Attachment['startingTab'], can = both) => ({ startingTab: tab, can });

describe('the starting tab', () => {
  test.each(['owner', 'staff', 'guest'])('%s always starts on public (BD-228, D-16)', (role) => {
    expect(startingTab({ role, wanted: 'false', attachment: attachment('internal') })).toBe('public');
    expect(tabsOf({ can: both }, role)).toEqual(['public']);
  });

  test("other roles start on the attachment's starting tab (BD-229)", () => {
    expect(startingTab({ role: 'operator', wanted: null, attachment: attachment('internal') })).toBe('internal');
    expect(startingTab({ role: 'manager', wanted: null, attachment: attachment('public') })).toBe('public');
  });

  test('the query takes precedence over the attachment (BD-227, D-16)', () => {
    expect(startingTab({ role: 'manager', wanted: 'true', attachment: attachment('internal') })).toBe('public');
    expect(startingTab({ role: 'manager', wanted: 'false', attachment: attachment('public') })).toBe('internal');
  });

  test('nobody starts on a tab that they may not read (BD-230)', () => {
    const publicOnly = attachment('internal', { ...both, internalTab: false });
    expect(startingTab({ role: 'cso', wanted: 'false', attachment: publicOnly })).toBe('public');
    expect(tabsOf(publicOnly, 'cso')).toEqual(['public']);
  });

  test('the admin client sees both tabs (BD-233)', () => {
    expect(tabsOf({ can: both }, 'admin')).toEqual(['internal', 'public']);
  });
});

describe('read-only', () => {
  const order = (status: Order['status'], frozen = false) => ({ status, frozen, archived: false });
  const open = { isDisabledInternalTabAnnotation: false, isDisabledPublicTabAnnotation: false };
  const can: Version['can'] = {
    approve: false,
    revise: false,
    delete: false,
    seeChecked: false,
    certificate: false,
    annotatePublic: true,
    annotateInternal: true,
  };
  const version = { isDisabledAnnotation: false, isDisabledInternalAnnotation: false, can };

  test.each(['approved', 'cancelled'] as const)('the proof of an %s order is read-only (BD-234)', (status) => {
    expect(readOnlyReason(order(status), open, version, 'public')).toContain(`This order is ${status}`);
  });

  test.each(['in-progress', 'in-review', 'on-hold'] as const)(
    'the proof of an %s order accepts comments (BD-234)',
    (status) => {
      expect(readOnlyReason(order(status), open, version, 'public')).toBeNull();
    },
  );

  test('only the flag of the current tab counts (BD-232, BD-235)', () => {
    const off = { ...open, isDisabledInternalTabAnnotation: true };
    expect(readOnlyReason(order('in-progress'), off, version, 'internal')).toBe(
      'Comments are switched off on the Internal tab.',
    );
    expect(readOnlyReason(order('in-progress'), off, version, 'public')).toBeNull();
    const noPublic = { ...version, isDisabledAnnotation: true };
    expect(readOnlyReason(order('in-progress'), open, noPublic, 'public')).toBe(
      'Comments are switched off on the Public tab.',
    );
    expect(readOnlyReason(order('in-progress'), open, noPublic, 'internal')).toBeNull();
  });

  test('a frozen order accepts no comments (D-05)', () => {
    expect(readOnlyReason(order('in-progress', true), open, version, 'public')).toContain('frozen');
  });

  test('a user who may not annotate can only read', () => {
    const reader = { ...version, can: { ...can, annotatePublic: false } };
    expect(readOnlyReason(order('in-review'), open, reader, 'public')).toBe(
      'You can read the comments here, not write any.',
    );
  });
});

describe('attachments', () => {
  const one = (id: string): Attachment => ({
    id,
    name: id,
    type: 'customerReview',
    isDisabledInternalTabAnnotation: false,
    isDisabledPublicTabAnnotation: false,
    attachmentTypeStartFrom: '' as const,
    startingTab: 'public',
    uploadedByType: 'other',
    createdAt: '',
    versions: [{ id: `${id}1` } as Version],
    can: both,
  });

  test('are found in every list of the order, with their neighbours (BD-225)', () => {
    const attachments = { customerReview: [one('a')], internalReview: [one('b')], suppliedFiles: [one('c')] };
    expect(findAttachment({ attachments }, 'b')?.all.map((a) => a.id)).toEqual(['a', 'b', 'c']);
    expect(findAttachment({ attachments }, 'x')).toBeNull();
  });

  test('a version is labelled with its file name and number (BD-222)', () => {
    expect(versionLabel({ fileName: 'label.png', version: 3 })).toBe('label.png - 3');
  });
});
