import { Extension, type Extensions } from '@tiptap/core';
import Mention from '@tiptap/extension-mention';
import StarterKit from '@tiptap/starter-kit';
import { safeHref } from '../message';
import type { MentionMenu } from './mentionMenu';

interface Keys {
  send: () => void;
  cancel: () => void;
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
        Escape: () => {
          cancel();
          return true;
        },
      };
    },
  });

/** What a comment may hold: what the server keeps (D-20), without headings and rules. */
export function extensions(menu: MentionMenu, keys: Keys): Extensions {
  return [
    StarterKit.configure({
      heading: false,
      horizontalRule: false,
      codeBlock: false,
      dropcursor: false,
      gapcursor: false,
      trailingNode: false,
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        isAllowedUri: (uri) => safeHref(uri) !== undefined || safeHref(`https://${uri}`) !== undefined,
      },
    }),
    // before the composer's own Escape, which closes it
    Mention.extend({ priority: 1001 }).configure({
      HTMLAttributes: { class: 'mention' },
      deleteTriggerWithBackspace: true,
      suggestion: menu.suggestion,
    }),
    keymap(keys),
  ];
}
