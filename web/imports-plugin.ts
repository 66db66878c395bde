import type { Plugin } from 'vite';

/** `import()` of another built file; all are in one folder. */
const IMPORT = /\bimport\((["'`])(\.\/[^"'`]+\.js)\1\)/g;
/** The library's helper around a part that needs no other file: it would only load the part. */
const ALONE = /[\w$]+\(\(\)=>(loadPart\("[^"]+"\)),\[\]\)/g;
/** The library's name of the list of files, which the first page has a hundred times. */
const LIST = /\b__vite__mapDeps\b/g;

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
          file.code = file.code
            .replace(IMPORT, (_all, _quote, path: string) => `loadPart("${path}")`)
            .replace(ALONE, '$1')
            .replace(LIST, '_deps');
    },
  },
});
