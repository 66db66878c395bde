import { receiptPdf, type WrittenReceipt } from './receipt-pdf.ts';

/** A process of its own (print-receipt.ts): makes the one file that it is asked for, answers with it, and ends. */
process.once('disconnect', () => process.exit());
// What print-receipt.ts sends.
process.once('message', (receipt: WrittenReceipt) => {
  void receiptPdf(receipt).then((file) => {
    process.send?.(new Uint8Array(file), () => process.exit());
  });
});
