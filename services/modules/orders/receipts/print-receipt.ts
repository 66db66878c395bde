import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { WrittenReceipt } from './receipt-pdf.ts';

const PROGRAM = fileURLToPath(new URL('./pdf-program.ts', import.meta.url));
const MAX_WAITING = 20;
const MAX_MS = 30_000;

/** Makes files of receipts. */
export interface ReceiptPrinter {
  /** The receipt as a PDF file; undefined when too many are waiting already. */
  print(receipt: WrittenReceipt): Promise<Uint8Array | undefined>;
}

function printed(receipt: WrittenReceipt): Promise<Uint8Array> {
  const program = fork(PROGRAM, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const timer = setTimeout(() => reject(new Error('the receipt took too long')), MAX_MS);
  // The answer of pdf-program.ts.
  program.once('message', (file) => resolve(file as Uint8Array));
  program.once('error', reject);
  program.once('exit', (code) => reject(new Error(`the receipt's program ended with ${code}`)));
  program.send(receipt);
  return promise.finally(() => {
    clearTimeout(timer);
    program.kill('SIGKILL');
  });
}

/**
 * Each file is created by a separate process: libraries and fonts do not stay in memory, and subsetting fonts does
 * not block others. One at a time; few wait.
 */
export function receiptPrinter(): ReceiptPrinter {
  const waiting: (() => void)[] = [];
  let busy = false;
  return {
    async print(receipt) {
      if (busy) {
        if (waiting.length >= MAX_WAITING) return undefined;
        await new Promise<void>((resolve) => waiting.push(resolve));
      }
      busy = true;
      try {
        return await printed(receipt);
      } finally {
        busy = waiting.length > 0;
        waiting.shift()?.();
      }
    },
  };
}
