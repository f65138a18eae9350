import StarterKit from '@tiptap/starter-kit';
import { safeHref } from '@/lib/links';

/**
 * The formats that users can write: those that the server accepts (D-20), without headings and
 * rules.
 */
export const starter = StarterKit.configure({
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
});
