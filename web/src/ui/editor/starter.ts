import StarterKit, { type StarterKitOptions } from '@tiptap/starter-kit';
import { safeHref } from '@/lib/links';

const link: NonNullable<Exclude<StarterKitOptions['link'], false>> = {
  openOnClick: false,
  defaultProtocol: 'https',
  isAllowedUri: (uri) => safeHref(uri) !== undefined || safeHref(`https://${uri}`) !== undefined,
};

const options: Partial<StarterKitOptions> = {
  heading: false,
  horizontalRule: false,
  codeBlock: false,
  dropcursor: false,
  gapcursor: false,
  trailingNode: false,
  link,
};

/**
 * The formats that users can write: those that the server accepts (D-20), without headings and
 * rules.
 */
export const starter = StarterKit.configure(options);

/** The formats of an announcement: emphasis, lists and links (D-61). */
export const plain = StarterKit.configure({
  ...options,
  blockquote: false,
  code: false,
  link: { ...link, HTMLAttributes: { target: null, rel: null } },
});
