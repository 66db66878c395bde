/** Preloaded by Node (bundle-programs.ts): runs the bundle instead of a program's source. */
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const source = pathToFileURL(process.argv[1] ?? '').href;
const [, name] = /\/services\/(api|worker|relay)\/main\.ts$/.exec(source) ?? [];
if (name !== undefined) {
  const url = new URL(`../../node_modules/.cache/fanwatt-programs/${name}.mjs`, import.meta.url).href;
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      if (specifier !== source) return next(specifier, context);
      hooks.deregister();
      return { url, format: 'module', shortCircuit: true };
    },
  });
}
