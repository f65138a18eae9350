import type { Certificate } from './certificate';
import type { Verdict } from './check';

/** Creates an element with text or children. Content of a file is never parsed as HTML. */
function make(tag: string, content: string | Node[], className = ''): HTMLElement {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...(typeof content === 'string' ? [content] : content));
  return element;
}

const words = (role: string) => role.replaceAll('_', ' ');

/** Formats the time of a certificate to the microsecond, without the browser's rounding. */
function moment(at: string): string {
  const day = new Date(at).toLocaleDateString('en-GB', { timeZone: 'UTC', dateStyle: 'long' });
  return `${day}, ${at.slice(11, 26)} UTC`;
}

const bytes = (n: number) => `${n.toLocaleString('en-GB')} bytes`;

function changed({ what, count }: { what: string; count: number }): string {
  if (what === 'replaced') return 'the file was replaced';
  return `${count} ${what === 'moved' ? 'mark' : 'comment'}${count === 1 ? '' : 's'} ${what}`;
}

type Valid = Extract<Verdict, { valid: true }>;

function facts({ certificate: c, head, digest, kind }: Valid): HTMLElement {
  const rows: [string, string, boolean][] = [
    ['File', c.file.name, false],
    ['Size', bytes(c.file.size), false],
    ['SHA-256', c.file.sha256, true],
    ['Version', `${c.version.number}`, false],
    ['Approved on', moment(c.decision.at), false],
    ['Approved by', words(c.decision.role), false],
    ['Account', c.decision.by, true],
    ...(c.changedSince
      ? [['Stale: since then', c.changedSince.map(changed).join(', '), false] as [string, string, boolean]]
      : []),
    ['Version id', c.version.id, true],
    ['Attachment id', c.attachment, true],
    ['Order id', c.order, true],
    ['Event', `number ${c.proof.position} of the ${head.size} that the signed head covers`, false],
    ['Log', head.log, true],
    ['Head', head.text, true],
    ['Signed by', c.key, true],
    [kind === 'PDF' ? 'Certificate in it' : 'Certificate', `SHA-256 ${digest}`, true],
  ];
  return make(
    'dl',
    rows.flatMap(([term, value, mono]) => [make('dt', term), make('dd', value, mono ? 'mono' : '')]),
  );
}

function annotations(c: Certificate): HTMLElement {
  const tabs = c.tabs.length === 1 ? ', public tab' : '';
  if (c.annotations.length === 0) return make('p', `There were no annotations at the decision${tabs}.`);
  const head = ['Topic', 'Tab', 'Page', 'State', 'Comments', 'SHA-256 of the mark'].map((name) => {
    const cell = make('th', name);
    cell.setAttribute('scope', 'col');
    return cell;
  });
  const rows = c.annotations.map((a) =>
    make('tr', [
      make('td', a.id, 'mono'),
      make('td', a.tab),
      make('td', a.page > 0 ? `${a.page}` : '–'),
      make('td', a.state),
      make('td', `${a.comments}`),
      make('td', a.mark || '–', 'mono'),
    ]),
  );
  return make('table', [
    make('caption', `Annotations at the decision${tabs}`),
    make('thead', [make('tr', head)]),
    make('tbody', rows),
  ]);
}

/**
 * Returns what the code on a printed certificate says. Null if the page was not opened with such a
 * code.
 */
export const scanned = (hash: string): string | null => /^#sha256=([0-9a-f]{64})$/.exec(hash)?.[1] ?? null;

function sameAsScanned(digest: string, expected: string | null): HTMLElement[] {
  if (expected === null) return [];
  return expected === digest
    ? [make('p', 'It is the certificate that the code you scanned names.', 'same')]
    : [make('p', 'It is valid, but not the certificate that the code you scanned names.', 'other')];
}

/** Shows the verdict: the content of the certificate, or why it is rejected. */
export function show(verdict: Verdict, name: string, expected: string | null, into: HTMLElement): void {
  into.className = verdict.valid ? 'good' : 'bad';
  into.hidden = false;
  if (verdict.valid) {
    const { certificate: c } = verdict;
    into.replaceChildren(
      make('h2', '✓ Valid'),
      make(
        'p',
        `Version ${c.version.number} of “${c.file.name}” was approved by a ${words(c.decision.role)}. Not a byte of this file has changed since it was issued.`,
      ),
      ...sameAsScanned(verdict.digest, expected),
      facts(verdict),
      annotations(c),
    );
  } else {
    into.replaceChildren(make('h2', '✗ Refused'), make('p', verdict.why), make('p', name, 'mono'));
  }
  into.focus();
}
