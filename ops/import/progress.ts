const TERMINAL_EVERY_MS = 100;
const FILE_EVERY_MS = 5_000;

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

const remaining = (seconds: number): string =>
  seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.floor(seconds / 60)} min ${Math.ceil(seconds % 60)} s`;

/**
 * Shows the progress of a step, with rate and remaining time: in place on a terminal, else line by line.
 * @param out stderr, so that the program's output stays separate
 */
export function showProgress(name: string, unit: string, out: NodeJS.WriteStream) {
  const began = performance.now();
  const every = out.isTTY ? TERMINAL_EVERY_MS : FILE_EVERY_MS;
  let shownAt = began;
  let last = '';
  const write = (): void => {
    out.write(out.isTTY ? `\r\x1b[2K${last}` : `${last}\n`);
  };
  return {
    /** @param done of `total`, in `unit`s; `count` is for the rate; default: `done` */
    show(done: number, total: number, count: number = done): void {
      const now = performance.now();
      const seconds = Math.max(0.001, (now - began) / 1000);
      const share = total > 0 ? Math.min(1, done / total) : 1;
      const left = share > 0 ? `${remaining((seconds / share) * (1 - share))} left` : '';
      const percent = `${Math.floor(share * 100)} %`.padStart(5);
      last = `${name.padEnd(10)} ${percent}  ${whole.format(count)} ${unit}  ${whole.format(count / seconds)}/s  ${left}`;
      if (now - shownAt < every) return;
      shownAt = now;
      write();
    },
    end(): void {
      if (last === '') return;
      write();
      if (out.isTTY) out.write('\n');
    },
  };
}

export type Progress = ReturnType<typeof showProgress>;
