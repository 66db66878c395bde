const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;

/** The environment of programs that tests start: without our settings, fast to load. */
export const programEnvironment: NodeJS.ProcessEnv = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS };
