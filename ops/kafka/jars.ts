import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pom = fileURLToPath(new URL('pom.xml', import.meta.url));
const folder = fileURLToPath(new URL('../../node_modules/.cache/kafka-4.1.0', import.meta.url));

/** Class path of Kafka's programs. On the first call Maven copies 43 MB. */
export async function kafkaClassPath(): Promise<string> {
  if (!existsSync(folder)) {
    const copy = `${folder}.${process.pid}`;
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${copy}`, '-DincludeScope=runtime'];
    await run('mvn', ['-q', '-B', '-f', pom, ...goal]);
    // Another process may have finished first.
    await rename(copy, folder).catch(() => rm(copy, { recursive: true, force: true }));
  }
  return `${folder}/*`;
}

/** Whether this machine can run a broker: it has Java, and Maven for the first run. */
export const canRunKafka = (): Promise<boolean> =>
  Promise.all([run('java', ['-version']), kafkaClassPath()]).then(
    () => true,
    () => false,
  );
