import type { Plugin } from 'vite';

/** `import()` of another built file; all are in one folder. */
const IMPORT = /\bimport\((["'`])(\.\/[^"'`]+\.js)\1\)/g;

/**
 * In built files each `import()` goes through `loadPart` (web/src/app/load-part.ts), which tries again where a browser
 * would not. Only here do the final names of the files exist.
 */
export const repeatableImports = (): Plugin => ({
  name: 'repeatable-imports',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code.replace(IMPORT, (_all, _quote, path: string) => `loadPart("${path}")`);
    },
  },
});
