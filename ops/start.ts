/** `npm start`: everything from a fresh clone to a server that answers, and back. */
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Keeps the stripped and compiled form of every file, so that later starts are quicker and smaller.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/fanwatt', import.meta.url)));
const { supervise } = await import('./start/supervise.ts');
await supervise(process.env);
