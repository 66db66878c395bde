/** Explanations of the figures by bench; printed below the table of docs/performance.md. */
export const remarks: Readonly<Record<string, readonly string[]>> = {
  orders: [
    'A whole order has six steps: create-order, a charge at the provider, the payment, a signed notice over HTTP, the commit of the payment, and queries by the buyer until the order is paid. The sandbox provider runs inside the server, so both ends of its traffic use our processors.',
  ],
  'flash-sale': [
    'Both runs sell the same number of units to the same number of buyers. The only difference is the number of SKUs. Successful buyers pay during the run.',
  ],
  import: [
    '`npm run import` without a server, so it builds the figures itself; seconds from start to end. The file is like a retailer’s year: 4,000 SKUs in three plans, 4,300 buyers, twenty lines per order. The figures are compared with the file in the same run, and a difference of one fen fails it.',
  ],
  'settlement-large': [
    'The log is filled by SQL and its books are built before the measurement. The figures are of `npm run settle` alone, killed once, including the start of both runs. Not part of a plain `npm run bench`.',
  ],
  lag: [
    'Measured outside of the server by PostgreSQL’s notifications of visible transactions: from the append to the slowest read model.',
  ],
  memory: [
    'The sum of supervisor, API and worker; a shared file (mainly Node itself) counts once. npm’s start script also stays in memory after `npm start`; it is not counted.',
  ],
};
