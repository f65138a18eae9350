import { describe, expect, test } from 'vitest';
import type { Preset } from '@/api/generated';
import {
  type Filters,
  invalidDays,
  isDate,
  isFiltered,
  keysOf,
  mayFilter,
  noFilters,
  orderParams,
  orderQuery,
  percentOptions,
  progressOptions,
  readFilters,
  withField,
  withFilters,
} from './filters';
import { presetFilters, presetForm } from './presets';

const reads = (...names: string[]) => Object.fromEntries(names.map((name) => [name, ['read']]));
const desk = {
  abilities: reads('filter-client', 'filter-customer', 'filter-creator', 'filter-manager', 'filter-operator'),
  isClientType: false,
};
const filters = (change: Partial<Filters>): Filters => ({ ...noFilters(), ...change });

describe('the parameters of an order query', () => {
  test("a start day gets ' 00:00:00', an end day ' 24:00:00' (BD-131, BD-132, SH-267)", () => {
    const sent = orderParams(
      filters({ createdAtStart: '2026/03/01', createdAtEnd: '2026/03/31', dueDateEnd: '2026/04/01' }),
      'orders',
      desk,
    );
    expect(sent).toMatchObject({
      createdAtStart: '2026/03/01 00:00:00',
      createdAtEnd: '2026/03/31 24:00:00',
      dueDateEnd: '2026/04/01 24:00:00',
    });
  });

  test('an empty list and an empty text are sent as null (BD-133, SH-268)', () => {
    const sent = orderParams(filters({ customSearch: 'jam' }), 'orders', desk);
    expect(sent).toEqual({
      orderProgress: null,
      clientId: null,
      customerId: null,
      creatorId: null,
      managerId: null,
      operatorId: null,
      serviceCategory: null,
      serviceType: null,
      queueTime: null,
      workTime: null,
      priority: null,
      only: null,
      createdAtStart: null,
      createdAtEnd: null,
      dueDateStart: null,
      dueDateEnd: null,
      customSearch: 'jam',
    });
    expect(orderQuery(filters({ customSearch: 'jam' }), 'orders', desk)).toMatchObject({ clientId: 'null' });
  });

  test('lists are joined with commas (BD-134, SH-269)', () => {
    const sent = orderParams(
      filters({ orderProgress: ['in-review', 'not-frozen'], queueTime: ['0:50', '76'] }),
      'orders',
      desk,
    );
    expect(sent).toMatchObject({ orderProgress: 'in-review,not-frozen', queueTime: '0:50,76' });
  });

  test('contains the keys of the order filter, or those of the archive (BD-130, SH-241, SH-271)', () => {
    expect(keysOf('orders').toSorted()).toEqual(
      [
        'clientId',
        'creatorId',
        'customerId',
        'orderProgress',
        'managerId',
        'operatorId',
        'serviceCategory',
        'serviceType',
        'createdAtStart',
        'createdAtEnd',
        'dueDateStart',
        'dueDateEnd',
        'priority',
        'only',
        'queueTime',
        'workTime',
        'customSearch',
      ].toSorted(),
    );
    expect(keysOf('archive')).toEqual(expect.arrayContaining(['priority', 'updatedDateStart', 'updatedDateEnd']));
    for (const key of ['only', 'orderProgress', 'queueTime', 'workTime', 'dueDateStart', 'dueDateEnd'] as const) {
      expect(keysOf('archive')).not.toContain(key);
    }
  });

  test('fields such as the operator filter are sent only for users who may read them (SH-253, SH-106)', () => {
    const chosen = filters({ operatorId: ['a'], managerId: ['b'] });
    expect(orderParams(chosen, 'orders', desk)).toMatchObject({ operatorId: 'a', managerId: 'b' });
    const some = { abilities: reads('filter-manager'), isClientType: false };
    expect(orderParams(chosen, 'orders', some)).toMatchObject({ managerId: 'b' });
    expect(orderParams(chosen, 'orders', some)).not.toHaveProperty('operatorId');
    expect(orderParams(chosen, 'orders', undefined)).not.toHaveProperty('operatorId');
  });

  test('client-type users filter by their own customers (D-25)', () => {
    expect(mayFilter({ abilities: {}, isClientType: true }, 'customerId')).toBe(true);
    expect(mayFilter({ abilities: {}, isClientType: false }, 'customerId')).toBe(false);
  });

  test('without a filter nothing is sent, and an end before its start is left out', () => {
    expect(orderQuery(noFilters(), 'orders', desk)).toEqual({});
    const wrong = filters({ dueDateStart: '2026/03/02', dueDateEnd: '2026/03/01' });
    expect(invalidDays(wrong)).toEqual(['dueDateEnd']);
    expect(orderParams(wrong, 'orders', desk)).toMatchObject({ dueDateStart: '2026/03/02 00:00:00', dueDateEnd: null });
  });
});

test('the options of order progress and of the times (SH-242, SH-243)', () => {
  expect(progressOptions).toEqual([
    { value: 'ready-to-go', label: 'New Order' },
    { value: 'in-progress', label: 'In Progress' },
    { value: 'in-review', label: 'In Review' },
    { value: 'on-hold', label: 'On Hold' },
    { value: 'approved', label: 'Approved' },
    { value: 'cancelled', label: 'Cancelled' },
    { value: 'not-frozen', label: 'Not Frozen' },
  ]);
  expect(percentOptions).toEqual([
    { value: '0:50', label: '50% or fewer' },
    { value: '51:75', label: '51% - 75%' },
    { value: '76', label: '76% or more' },
  ]);
});

describe('the address', () => {
  test('stores every filter and restores it', () => {
    const all = filters({
      orderProgress: ['in-review', 'not-frozen'],
      clientId: ['x'],
      operatorId: ['a', 'b'],
      queueTime: ['51:75'],
      createdAtStart: '2026/03/01',
      dueDateEnd: '2026/03/31',
      customSearch: 'jam & honey, 50%',
    });
    const address = withFilters(new URLSearchParams('page=3&sort=due'), all);
    expect(address.get('sort')).toBe('due');
    expect(address.has('page')).toBe(false);
    expect(readFilters(new URLSearchParams(address.toString()), 'orders')).toEqual(all);
    expect(withFilters(address, noFilters()).toString()).toBe('sort=due');
  });

  test('an invalid filter counts as missing', () => {
    const read = readFilters(
      new URLSearchParams('createdAtStart=soon&dueDateEnd=2026/02/30&orderProgress=,,&updatedDateEnd=2026/01/01'),
      'orders',
    );
    expect(isFiltered(read)).toBe(false);
    expect(readFilters(new URLSearchParams('updatedDateEnd=2026/01/01&queueTime=76'), 'archive')).toEqual(
      filters({ updatedDateEnd: '2026/01/01' }),
    );
  });

  test.each([
    ['2026/02/28', true],
    ['2028/02/29', true],
    ['2026/02/29', false],
    ['2026-02-28', false],
    ['2026/2/8', false],
    ['', false],
  ])('%s is a valid day: %s (SH-251)', (text, is) => expect(isDate(text)).toBe(is));
});

test('changing a list clears the lists that depend on it (SH-262, SH-264, SH-265)', () => {
  const chosen = filters({
    clientId: ['c'],
    customerId: ['a'],
    creatorId: ['b'],
    serviceCategory: ['s'],
    serviceType: ['t'],
  });
  expect(withField(chosen, 'clientId', ['d'])).toMatchObject({
    clientId: ['d'],
    customerId: [],
    creatorId: [],
    serviceType: ['t'],
  });
  expect(withField(chosen, 'customerId', [])).toMatchObject({ clientId: ['c'], customerId: [], creatorId: [] });
  expect(withField(chosen, 'serviceCategory', [])).toMatchObject({ serviceType: [], customerId: ['a'] });
});

describe('a preset', () => {
  test('is saved in the form of its panel (SH-259, SH-273)', () => {
    const chosen = filters({
      serviceCategory: ['s'],
      serviceType: ['t', 'u'],
      customSearch: 'jam',
      createdAtEnd: '2026/03/01',
    });
    const form = presetForm('  Late ', chosen, 'orders', desk);
    expect([...form.keys()].toSorted()).toEqual(
      [
        'name',
        'customerId',
        'clientId',
        'creatorId',
        'managerId',
        'operatorId',
        'serviceCategoryId',
        'serviceId',
        'orderProgress',
        'createdAtStart',
        'createdAtEnd',
        'dueDateStart',
        'dueDateEnd',
        'priority',
        'only',
        'queueTime',
        'workTime',
        'search',
      ].toSorted(),
    );
    expect(Object.fromEntries(form)).toMatchObject({
      name: 'Late',
      serviceCategoryId: 's',
      serviceId: 't,u',
      search: 'jam',
      createdAtEnd: '2026/03/01',
    });
    const archive = presetForm('x', chosen, 'archive', desk);
    expect([...archive.keys()]).toEqual(expect.arrayContaining(['updatedDateStart', 'updatedDateEnd']));
    for (const key of ['orderProgress', 'workTime']) expect(archive.has(key)).toBe(false);
  });

  test('restores the filters it was saved from (SH-241)', () => {
    const days = { startDate: '', endDate: '' };
    const preset: Preset = {
      id: '1',
      name: 'x',
      orderStatus: 'on-hold',
      serviceCategory: 's',
      serviceType: 't',
      queueTime: '76',
      workTime: '',
      operator: 'o',
      customer: 'a,b',
      creator: '',
      client: '',
      manager: 'm',
      customSearch: 'jam',
      createdDate: { startDate: '2026/03/01', endDate: '' },
      dueDate: days,
    };
    expect(presetFilters(preset)).toEqual(
      filters({
        orderProgress: ['on-hold'],
        serviceCategory: ['s'],
        serviceType: ['t'],
        queueTime: ['76'],
        operatorId: ['o'],
        customerId: ['a', 'b'],
        managerId: ['m'],
        customSearch: 'jam',
        createdAtStart: '2026/03/01',
      }),
    );
  });
});
