import { Extension, type Extensions } from '@tiptap/core';
import Mention from '@tiptap/extension-mention';
import { starter } from '@/ui/editor/starter';
import type { MentionMenu } from './mentionMenu';

interface Keys {
  send: () => void;
  /** Cancels and returns whether there was something to cancel. */
  cancel: () => boolean;
}

/** Must come before HardBreak, which also binds Mod-Enter. */
const keymap = ({ send, cancel }: Keys) =>
  Extension.create({
    name: 'composerKeys',
    priority: 1000,
    addKeyboardShortcuts() {
      return {
        'Mod-Enter': () => {
          send();
          return true;
        },
        Escape: cancel,
      };
    },
  });

/** The contents of a comment: rich text with mentions. */
export function extensions(menu: MentionMenu, keys: Keys): Extensions {
  return [
    starter,
    // Must come before the composer's own Escape, which closes the composer.
    Mention.extend({ priority: 1001 }).configure({
      HTMLAttributes: { class: 'mention' },
      deleteTriggerWithBackspace: true,
      suggestion: menu.suggestion,
    }),
    keymap(keys),
  ];
}
