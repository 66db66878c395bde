import { receiptPdf, type WrittenReceipt } from './receipt-pdf.ts';

/** A separate process (print-receipt.ts): creates one file, returns it, and ends. */
process.once('disconnect', () => process.exit());
// The message of print-receipt.ts.
process.once('message', (receipt: WrittenReceipt) => {
  void receiptPdf(receipt).then((file) => {
    process.send?.(new Uint8Array(file), () => process.exit());
  });
});
