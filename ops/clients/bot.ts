import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { until } from '#ops/actors/until.ts';
import { freePort } from '#ops/postgres/server.ts';

const PROGRAM = fileURLToPath(new URL('./programs/nonebot_bot.py', import.meta.url));

/** A line of the bot: its calls, the error that ended them, or an order that it was notified of. */
interface Line {
  kind: 'calls' | 'error' | 'order';
  value: unknown;
}

/** Starts the bot of nonebot-adapter-afdian. @param python the interpreter that has it */
export async function startBot(python: string, env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const child = spawn(python, [PROGRAM], {
    env: { ...process.env, ...env, PORT: String(port), PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: Line[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // Other lines are messages of the framework.
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{"kind"')) lines.push(JSON.parse(line) as Line);
    else errors += `${line}\n`;
  });
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  /** The first line of a kind that fits. Throws when the bot ends before. */
  const untilLine = async (kind: Line['kind'], fits: (value: unknown) => boolean = () => true) => {
    let found: Line | undefined;
    await until(`the bot has a line "${kind}"`, async () => {
      if (child.exitCode !== null) throw new Error(`the bot ended:\n${errors}`);
      found = lines.find((line) => line.kind === kind && fits(line.value));
      const error = lines.find((line) => line.kind === 'error');
      if (kind === 'calls' && error) throw new Error(String(error.value));
      return found !== undefined;
    });
    return found?.value;
  };
  return {
    webhook: `http://127.0.0.1:${port}/afdian/webhooks/${env.CREATOR}`,
    untilLine,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
