import { Extension, type Extensions } from '@tiptap/core';
import Mention from '@tiptap/extension-mention';
import { starter } from '@/ui/editor/starter';
import type { MentionMenu } from './mentionMenu';

interface Keys {
  send: () => void;
  /** Whether there was something to cancel. */
  cancel: () => boolean;
}

/** Before HardBreak, which wants Mod-Enter for itself. */
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

/** What a comment may hold: rich text with mentions. */
export function extensions(menu: MentionMenu, keys: Keys): Extensions {
  return [
    starter,
    // before the composer's own Escape, which closes it
    Mention.extend({ priority: 1001 }).configure({
      HTMLAttributes: { class: 'mention' },
      deleteTriggerWithBackspace: true,
      suggestion: menu.suggestion,
    }),
    keymap(keys),
  ];
}
