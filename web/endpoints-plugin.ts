import type { Plugin } from 'vite';

const CONTRACT = /\/services\/api\/[a-z]+\/contract(\/[a-z-]+)?\.ts$/;
/** The parts of an endpoint that a client needs. */
const KEPT = ['reads'];
/** Values without a call in them. */
const HARMLESS = ['ArrowFunctionExpression', 'FunctionExpression', 'Identifier', 'Literal'];

/**
 * In the browser an endpoint is method, path and `reads`. Every other value of a contract is marked as pure, so that the
 * build keeps only schemas that a form uses.
 */
export function endpoints(): Plugin {
  return {
    name: 'endpoints',
    transform(code, id) {
      if (!CONTRACT.test(id.split('?')[0] ?? '')) return null;
      let text = code;
      for (const statement of this.parse(code).body.reverse()) {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declared?.type !== 'VariableDeclaration') continue;
        for (const { init } of declared.declarations.reverse()) {
          if (!init || HARMLESS.includes(init.type)) continue;
          let value = code.slice(init.start, init.end);
          const called = init.type === 'CallExpression' && init.callee;
          if (called && called.type === 'Identifier' && called.name === 'endpoint') {
            const given = init.arguments;
            const [method, path] = given.map(({ start, end }) => code.slice(start, end));
            const last = given[2];
            // A shared definition has no `reads`: they are in the call itself.
            const properties = last?.type === 'ObjectExpression' ? last.properties : [];
            const kept = properties.filter(
              (property) =>
                property.type === 'Property' &&
                property.key.type === 'Identifier' &&
                KEPT.includes(property.key.name),
            );
            const shown = kept.map(({ start, end }) => code.slice(start, end));
            value = `{ method: ${method}, path: ${path}, ${shown.join(', ') || 'reads: []'} }`;
          } else {
            value = `/* @__PURE__ */ (() => (${value}))()`;
          }
          text = text.slice(0, init.start) + value + text.slice(init.end);
        }
      }
      return { code: text, map: null };
    },
  };
}
