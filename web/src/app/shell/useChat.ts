import { useEffect } from 'react';

/** Loads the script of the chat widget once, for those whose profile names one (BD-011). */
export function useChat(script: string | undefined): void {
  useEffect(() => {
    if (!script || document.querySelector('script[data-chat]')) return;
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    element.dataset['chat'] = '';
    document.head.append(element);
  }, [script]);
}
