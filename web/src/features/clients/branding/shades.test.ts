import { expect, test } from 'vitest';
import { contrast, hexColour } from '@/lib/format/colour';
import { brandColours } from './colours';
import { brandingOf, draftOf, isSame } from './draft';
import { ratio, shadeSentences, shadesOf } from './shades';

test.each([
  ['#2563eb', '#2563eb'],
  ['B45309', '#b45309'],
  [' #1AF ', '#11aaff'],
  ['teal', undefined],
  ['#12345', undefined],
  ['', undefined],
])('what people type as a colour: %s', (typed, colour) => {
  expect(hexColour(typed)).toBe(colour);
});

test.each(['#f59e0b', '#ffffff', '#000000', '#2563eb', '#fde047'])(
  'D-49: the shades of %s can be read in both appearances (WCAG AA)',
  (colour) => {
    const { light, dark, onButton } = shadesOf(colour);
    expect(contrast(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, '#151c27')).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colour, onButton === 'white' ? '#ffffff' : '#000000')).toBeGreaterThanOrEqual(4.5);
  },
);

test('the brand colours are orange, red, dark blue, blue, black and dark, and can be read (BD-469)', () => {
  const names = ['Orange', 'Red', 'Dark blue', 'Blue', 'Black', 'Dark'];
  expect(brandColours.map(({ name }) => name)).toEqual(names); // BD-469
  for (const { colour } of brandColours) {
    const { onWhite, light, dark, onButton } = shadesOf(colour);
    expect(onButton).toBe('white');
    expect(Math.min(onWhite, contrast(light, '#ffffff'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(dark, '#151c27')).toBeGreaterThanOrEqual(4.5);
  }
});

test('a colour that is too light for text is named with its corrected shade', () => {
  const { light, dark } = shadesOf('#f59e0b');
  expect(light).not.toBe('#f59e0b');
  expect(dark).toBe('#f59e0b');
  expect(shadeSentences('#f59e0b')).toEqual([
    `Text and links use ${light} instead, so that they can be read.`,
    'In the dark appearance they use the colour as it is.',
    'Buttons have black text.',
  ]);
});

test('a dark colour is corrected in the dark appearance only', () => {
  const { dark } = shadesOf('#1e3a8a');
  expect(shadeSentences('#1e3a8a')).toEqual([
    'Text and links use the colour as it is.',
    `In the dark appearance they use ${dark}.`,
    'Buttons have white text.',
  ]);
});

test('a contrast is never shown as more than it is', () => {
  expect([4.499, 4.5, 21].map(ratio)).toEqual(['4.4 : 1', '4.5 : 1', '21.0 : 1']);
});

test('only what would be saved differently counts as a change', () => {
  const branding = { name: 'A', senderName: '', colour: '#11aaff', logo: 'x', favicon: '', imagePlaceholder: '' };
  const draft = draftOf(branding);
  expect(brandingOf(draft)).toEqual(branding);
  expect(isSame(draft, { ...draft, name: ' A ', colour: '1AF', logo: { id: 'x', src: 'data:' } })).toBe(true);
  expect(isSame(draft, { ...draft, logo: { id: '', src: '' } })).toBe(false);
});
