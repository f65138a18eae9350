import createPurifier from 'dompurify';
import { safeHref } from '@/lib/links';

/** What an announcement may have (D-61). The server removes everything else before it is stored. */
const tags = ['p', 'br', 'strong', 'em', 'b', 'i', 'u', 's', 'ul', 'ol', 'li', 'a', 'span'];

const purifier = createPurifier(window);

// Links leave the page, and say nothing about it. A link without an address is text.
purifier.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') {
    element.removeAttribute('href');
    return;
  }
  if (safeHref(element.getAttribute('href')) === undefined) {
    element.removeAttribute('href');
    return;
  }
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer');
});

/**
 * Returns the harmless part of an announcement. It is a fragment and not text, because text would be
 * parsed once more, and could then mean something else.
 */
export function sanitised(html: string): DocumentFragment {
  return purifier.sanitize(html, {
    RETURN_DOM_FRAGMENT: true,
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ['href'],
    ALLOWED_URI_REGEXP: /^(?:https?|mailto):/i,
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOW_UNKNOWN_PROTOCOLS: false,
  });
}
