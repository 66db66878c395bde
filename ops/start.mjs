// `npm start`: everything from a fresh clone to a server that answers, and back.
// JavaScript, so that it can say where compiled code is kept before any TypeScript is read: what comes from
// there needs no compiler, which would stay in memory (some 20 MB in each process) once it was used.
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// For this process, and through the environment for all that it starts.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../node_modules/.cache/fanwatt', import.meta.url));
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const { supervise } = await import('./start/supervise.ts');
await supervise(process.env);
