const { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS } = process.env;

/** What programs of ours that tests start have of our environment: without our settings, quick to load. */
export const programEnvironment: NodeJS.ProcessEnv = { PATH, NODE_COMPILE_CACHE, NODE_OPTIONS };
