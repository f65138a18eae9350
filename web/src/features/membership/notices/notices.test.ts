import { describe, expect, test } from 'vitest';
import { makeProfile } from '../../../../tests/fake/data';
import { withPlan } from '../../../../tests/fake/membership';
import type { ProfileMembership } from '@/api/generated';
import { noticesOf } from './notices';
import { isTold } from './seen';

/** Returns what an owner and somebody in their team are told. */
const told = (more: Partial<ProfileMembership>) =>
  (['owner', 'staff'] as const).map((role) => noticesOf(withPlan(makeProfile(role), more)));

const trial = { haveFreeTrial: true, isExpiredFreeTrial: false, freeTrialDays: 14, popup: true };

describe('what people are told about the plan', () => {
  test('is nothing while all is well, or without a plan', () => {
    expect(told({})).toEqual([[], []]);
    expect(noticesOf(makeProfile('owner'))).toEqual([]);
    expect(isTold(withPlan(makeProfile('owner')))).toBe(false);
  });

  test('is a scheduled change, which the owner can cancel', () => {
    const next = { kind: 'downgrade', on: '2026-12-10', plan: 'Starter' } as const;
    const text = 'Your plan changes to Starter on 10 Dec 2026.';
    expect(told({ next })).toEqual([
      [{ key: 'downgrade', text, offer: 'cancel' }], // SH-150, BD-428
      [{ key: 'downgrade', text, offer: undefined }],
    ]);
    expect(isTold(withPlan(makeProfile('owner'), { next }))).toBe(true);
  });

  test('is a cancelled subscription, which the owner can continue', () => {
    const [owner, staff] = told({ state: 'cancelled', next: { kind: 'cancel', on: '2026-12-10' } });
    expect(owner).toMatchObject([{ text: expect.stringContaining('09 Dec 2026'), offer: 'continue' }]);
    expect(staff).toMatchObject([{ offer: undefined }]);
  });

  test('is an invoice that is past due, and when new orders stop', () => {
    const late = { latePaymentPopup: true, suspendsAt: '2026-12-20T12:00:00Z' };
    const text = 'An invoice is past due. Pay it before 20 Dec 2026, or no new orders can begin.';
    expect(told(late)).toEqual([[{ key: 'late', text, offer: 'invoices' }], [{ key: 'late', text, offer: undefined }]]);
    const closedBecause = 'An invoice has been past due for more than 14 days. Pay it to place new orders.';
    expect(told({ ...late, open: false, closedBecause })[0]).toMatchObject([{ text: closedBecause }]);
  });

  test('is the free trial, with a way to the plans near and after its end', () => {
    const banner = '3 days left in your free trial';
    expect(told({ state: 'trial', freeTrial: { ...trial, banner } })).toEqual([
      [{ key: 'trial', text: banner, offer: 'plans' }],
      [{ key: 'trial', text: banner, offer: undefined }],
    ]);
    const ended = 'Your free trial has ended. Choose a plan to place new orders.';
    const [owner] = told({
      state: 'ended',
      open: false,
      closedBecause: ended,
      freeTrial: { ...trial, isExpiredFreeTrial: true, banner: ended },
    });
    expect(owner).toEqual([{ key: 'trial', text: ended, offer: 'plans' }]); // BD-413
    expect(told({ freeTrial: { ...trial, popup: false, banner: '20 days left' } })[0]).toMatchObject([
      { offer: undefined },
    ]);
  });

  test('is the reason why no new orders can begin', () => {
    const closedBecause = 'The subscription has ended. Choose a plan to place new orders.';
    expect(told({ state: 'ended', open: false, closedBecause })[0]).toEqual([
      { key: 'closed', text: closedBecause, offer: 'plans' },
    ]);
  });

  test('is a leave, which only those can end who may', () => {
    const onLeave = {
      state: 'on-leave',
      open: false,
      onSubscriptionLeave: true,
      onSubscriptionLeaveReactivationDateFormat: '15 Jan 2027',
    } as const;
    const [owner, staff] = told(onLeave);
    expect(owner).toEqual([
      { key: 'leave', text: 'Your subscription is on leave until 15 Jan 2027.', offer: 'reactivate' }, // BD-417
    ]);
    const text = 'Your subscription is on leave. Please contact the account owner to reactivate it.';
    expect(staff).toEqual([{ key: 'leave', text }]); // BD-417, BD-418
  });
});
