import type { Plugin, Rolldown } from 'vite';
import { chunksOf } from './pages-plugin.ts';

/** `import()` of another built file; all are in one folder. */
const IMPORT = /\bimport\((["'`])(\.\/[^"'`]+\.js)\1\)/g;
/** The library's helper around a part that needs no other file: it would only load the part. */
const ALONE = /[\w$]+\(\(\)=>(loadPart\("[^"]+"\)),\[\]\)/g;
/** A file that has nothing of its own: the bundler writes it for a part that was joined with others. */
const PASSED_ON = /^export\{([^{}]+)\}from"\.\/([^"]+\.js)";\s*$/;
/** An entry of the list of files that a part needs. */
const FILE = /"assets\/([^"]+\.js)"/g;
const LOADED = /\bloadPart\("\.\/([^"]+\.js)"\)/g;
/** The library's name of the list of files, which the first page has a hundred times. */
const LIST = /\b__vite__mapDeps\b/g;

interface Part {
  /** The file that has it. */
  file: string;
  /** An object of its exports, from the module `m`. */
  exports: string;
}

/** Parts in joined files, by the names of the files that only pass them on. */
function joinedParts(chunks: readonly Rolldown.OutputChunk[]): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const { fileName, code, isEntry } of chunks) {
    const [, names, file] = (!isEntry && PASSED_ON.exec(code)) || [];
    if (names === undefined || file === undefined) continue;
    const fields = names.split(',').map((name) => {
      const [from = '', to = from] = name.split(' as ');
      return `${to}:m.${from}`;
    });
    parts.set(fileName.replace(/^assets\//, ''), { file, exports: `{${fields.join()}}` });
  }
  return parts;
}

/**
 * In built files each `import()` goes through `loadPart` (web/src/app/load-part.ts), which tries again where a browser
 * would not, and takes a joined part from its file at once. Only here do the final names of the files exist.
 */
export const repeatableImports = (): Plugin => ({
  name: 'repeatable-imports',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = chunksOf(Object.values(bundle));
      const parts = joinedParts(chunks);
      for (const chunk of chunks) {
        chunk.code = chunk.code
          .replace(IMPORT, (_all, _quote, path: string) => `loadPart("${path}")`)
          .replace(ALONE, '$1')
          .replace(LIST, '_deps')
          .replace(LOADED, (load, name: string) => {
            const part = parts.get(name);
            return part === undefined ? load : `loadPart("./${part.file}").then(m=>(${part.exports}))`;
          })
          .replace(FILE, (file, name: string) => {
            const part = parts.get(name);
            return part === undefined ? file : `"assets/${part.file}"`;
          });
      }
      for (const name of parts.keys()) delete bundle[`assets/${name}`];
    },
  },
});
