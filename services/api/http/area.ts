import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Dependencies } from '../dependencies.ts';

/** An area of the API: its routes, each with its access, its schemas and its tag. */
export type Area = (deps: Dependencies) => FastifyPluginAsyncZod;
