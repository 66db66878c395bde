/** What the oldest browsers (oldest-browsers.ts) do not know, what they get instead, and how a newer one is recognised. */
const NEWER = [
  {
    value: /\bcolor-mix\(/,
    // The colour itself instead of a part of it. Only mixes of one colour with `transparent` are in use.
    older: (value) => value.replace(/color-mix\(in srgb, (var\([^()]*\)|#\w+) .*?, transparent\)/g, '$1'),
    test: '(color: color-mix(in srgb, red, red))',
  },
  {
    value: /\d[dsl]v[hw]\b/,
    older: (value) => value.replace(/(\d)[dsl](v[hw])\b/g, '$1$2'),
    test: '(height: 1dvh)',
  },
];

/**
 * Writes each declaration with a newer function or unit twice: without it, and again inside `@supports`. Two
 * declarations in one rule are not enough, because one with `var()` is dropped only when its value is computed.
 */
module.exports = () => ({
  postcssPlugin: 'css-fallbacks',
  OnceExit(root, { AtRule }) {
    for (const { value, older, test } of NEWER) {
      root.walkRules((rule) => {
        const declarations = rule.nodes.filter((node) => node.type === 'decl' && value.test(node.value));
        if (declarations.length === 0 || rule.parent.params === test) return;
        const newer = rule.clone({ nodes: declarations.map((one) => one.clone()) });
        for (const one of declarations) {
          one.value = older(one.value);
          if (value.test(one.value)) throw one.error('has no fallback for older browsers');
        }
        rule.after(new AtRule({ name: 'supports', params: test, nodes: [newer] }));
      });
    }
  },
});
module.exports.postcss = true;
