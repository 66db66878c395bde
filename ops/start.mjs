// `npm start`: from a new clone to a running server, and its stop. JavaScript, so that the compile cache is set
// before any TypeScript is read: cached code needs no compiler, which would use some 20 MB in each process.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// For this process, and through the environment for all that it starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/fanwatt', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const { supervise } = await import('./start/supervise.ts');
await supervise(process.env, process.argv.slice(2));
