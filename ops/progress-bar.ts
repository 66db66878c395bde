import type { WriteStream } from 'node:tty';
import type { Progress, ProgressListener } from '#read-models/engine/rebuild.ts';

const WIDTH = 30;
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

/** `1 h 02 min`, `3 min 05 s`, `12 s`. */
export function durationText(seconds: number): string {
  const rounded = Math.ceil(seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (rounded >= 3600) return `${Math.floor(rounded / 3600)} h ${two(Math.floor(rounded / 60) % 60)} min`;
  if (rounded >= 60) return `${Math.floor(rounded / 60)} min ${two(rounded % 60)} s`;
  return `${rounded} s`;
}

export function progressLine({ name, position, head, rate, remaining }: Progress): string {
  const part = head === 0 ? 1 : Math.min(1, position / head);
  const full = Math.round(part * WIDTH);
  const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
  const left = remaining === undefined ? '' : `, ${durationText(remaining)} left`;
  return `${name} ${bar} ${Math.floor(part * 100)} %  ${whole.format(rate)} events/s${left}`;
}

/** One line that overwrites itself on a terminal; elsewhere only the final line. */
export function progressBar(out: WriteStream): ProgressListener & { done(): void } {
  const draw = (text: string): void => {
    if (out.isTTY) out.write(`\r\u001b[2K${text}`);
  };
  return Object.assign((progress: Progress) => draw(progressLine(progress)), { done: () => draw('') });
}
