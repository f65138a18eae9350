import { renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useChat } from './useChat';

const scripts = () => [...document.querySelectorAll<HTMLScriptElement>('script[data-chat]')];

afterEach(() => {
  for (const script of scripts()) script.remove();
});

test('the chat is loaded once for those whose profile names its script, and for nobody else (BD-011)', () => {
  renderHook(() => useChat(undefined));
  expect(scripts()).toEqual([]);
  const { rerender } = renderHook(() => useChat('https://chat.test/widget.js'));
  rerender();
  renderHook(() => useChat('https://chat.test/widget.js'));
  expect(scripts().map(({ src }) => src)).toEqual(['https://chat.test/widget.js']);
});
