import { basename } from 'node:path';
import type { Plugin } from 'vite';

const CONTRACT = /\/services\/contract\/[a-z]+\/[a-z-]+\.ts$/;
/** What a client needs of an endpoint's definition. */
const RUNTIME_FIELDS = ['reads'];
const SCHEMAS = 'schemas';

/**
 * In the browser an endpoint is method, path and `reads`. The rest of its contract is another module without side
 * effects: only pages that validate with a schema load it.
 */
export function endpoints(): Plugin {
  return {
    name: 'endpoints',
    transform(code, id) {
      const [file = '', query] = id.split('?');
      if (!CONTRACT.test(file)) return null;
      const endpoints: string[] = [];
      const names: string[] = [];
      let schemas = code;
      for (const statement of this.parse(code).body.reverse()) {
        const exported = statement.type === 'ExportNamedDeclaration';
        const declared = exported ? statement.declaration : statement;
        const text = code.slice(statement.start, statement.end);
        if (declared?.type === 'VariableDeclaration') {
          const [{ id: name, init } = {}] = declared.declarations;
          if (name?.type !== 'Identifier') continue;
          if (
            init?.type === 'CallExpression' &&
            init.callee.type === 'Identifier' &&
            init.callee.name === 'endpoint'
          ) {
            const [method, path] = init.arguments.map(({ start, end }) => code.slice(start, end));
            const last = init.arguments[2];
            // A shared definition has no `reads`: they are in the call itself.
            const kept = (last?.type === 'ObjectExpression' ? last.properties : []).filter(
              (property) =>
                property.type === 'Property' &&
                property.key.type === 'Identifier' &&
                RUNTIME_FIELDS.includes(property.key.name),
            );
            const shown = kept.map(({ start, end }) => code.slice(start, end)).join(', ') || 'reads: []';
            endpoints.unshift(`export const ${name.name} = { method: ${method}, path: ${path}, ${shown} };`);
            schemas = schemas.slice(0, statement.start) + schemas.slice(statement.end);
          } else if (init?.type === 'ArrayExpression' || init?.type === 'Literal') {
            // Needs no schema; endpoints may use it.
            endpoints.unshift(text);
          } else if (exported) names.push(name.name);
        } else if (statement.type === 'ExportNamedDeclaration') {
          if (declared?.type === 'FunctionDeclaration') names.push(declared.id?.name ?? '');
          for (const { exported: name } of statement.specifiers) {
            if (name.type === 'Identifier') names.push(name.name);
          }
        }
      }
      const own = query === SCHEMAS || !endpoints.some((text) => text.includes('method:'));
      const reexport = `export { ${names.join(', ')} } from './${basename(file)}?${SCHEMAS}';`;
      return {
        code: own ? schemas : [...endpoints, ...(names.length > 0 ? [reexport] : [])].join('\n'),
        map: null,
        moduleSideEffects: false,
      };
    },
  };
}
