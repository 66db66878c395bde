import { describe, expect, test } from 'vitest';
import { safeHtml } from './rich-text.ts';

describe('a creator’s text', () => {
  test.each([
    ['<p>Thank <b>you</b></p>', '<p>Thank <b>you</b></p>'],
    ['two\nlines & 1 < 2', 'two<br />lines &amp; 1 &lt; 2'],
    ['<h1>Big</h1>', '<h2>Big</h2>'],
    ['<img src="/files/a.png" alt="a">', '<img src="/files/a.png" alt="a" />'],
    [
      '<a href="https://example.com/x?a=1">there</a>',
      '<a href="https://example.com/x?a=1" target="_blank" rel="noopener noreferrer nofollow">there</a>',
    ],
  ])('%s stays', async (text, html) => {
    expect(await safeHtml(text)).toBe(html);
  });

  test.each([
    'https:example.com/x',
    'https:/example.com/x',
    'ht&#10;tps:example.com',
    'https:\\\\example.com',
  ])('a link to %s leads nowhere', async (href) => {
    expect(await safeHtml(`<a href="${href}">x</a>`)).not.toContain('href');
  });

  test.each(['mailto:me@example.com', '/u/slug?a=1#b', 'http://example.com/x'])(
    'a link to %s stays',
    async (href) => {
      expect(await safeHtml(`<a href="${href}">x</a>`)).toContain(`href="${href}"`);
    },
  );

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<a href="JaVaScRiPt:alert(1)">x</a>',
    '<a href="&#106;avascript:alert(1)">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
    '<iframe src="https://evil.example"></iframe>',
    '<p style="position:fixed;inset:0">x</p>',
    '<p onclick="alert(1)" id="root" class="mantine">x</p>',
    '<form action="https://evil.example"><input name=password></form>',
    '<img src="https://evil.example/pixel.png">',
    '<img src="//evil.example/pixel.png">',
    '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
    '<base href="https://evil.example">',
    '<link rel=stylesheet href="https://evil.example/x.css">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<!--><img src=x onerror=alert(1)>-->',
    '<<script>script>alert(1)<</script>/script>',
    '<template><img src=x onerror=alert(1)></template>',
  ])('%s does nothing', async (text) => {
    const html = await safeHtml(text);
    expect(html).not.toMatch(/<(script|svg|math|iframe|form|input|meta|base|link|style|template|noscript)/i);
    // Outside of text, nothing that runs, loads from elsewhere or dresses up.
    for (const [tag] of html.matchAll(/<[^>]*>/g)) {
      expect(tag).not.toMatch(/\son\w+=|style=|class=|id=|javascript:|data:|evil\.example/i);
    }
  });
});
