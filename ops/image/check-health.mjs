// The health check of a container: exits with 0 if the address answers with a success.
const answer = await fetch(process.argv[2]).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
