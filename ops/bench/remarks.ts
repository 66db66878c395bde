/** Explanations of the figures by bench; printed below the table of docs/performance.md. */
export const remarks: Readonly<Record<string, readonly string[]>> = {
  orders: [
    'A whole order is six things: create-order, a charge at the provider, the payment, a signed notice over HTTP, the commit of the payment, and at least one look by the buyer until the order says that it is paid. The sandbox provider runs inside the server, so both ends of its traffic count against us.',
  ],
  'flash-sale': [
    'Both runs sell equally many units to equally many buyers, so that they differ in nothing but whether everybody wants the same SKU. Winners pay in the course of the run.',
  ],
  import: [
    'The program of `npm run import` with no server beside it, so that it builds the figures itself; seconds from its start to its end. The file is made like a retailer’s year: 4,000 SKUs in three plans, 4,300 buyers, twenty lines to an order. Its figures are compared with the file in the same run, and a difference of a fen fails it.',
  ],
  'settlement-large': [
    'The log is filled by SQL and its books are built before anything is measured: the figures are of `npm run settle` alone, killed once, with the start of both runs. Not part of a plain `npm run bench`.',
  ],
  lag: [
    'Taken outside of the server, from the notifications that PostgreSQL sends when a transaction has become visible: from that of the append to that of the slowest read model.',
  ],
  memory: [
    'The sum over supervisor, API and worker; a file that several of them share (Node itself, above all) counts once. The start script of npm stays resident beside them when the server is started as `npm start`; it is not counted.',
  ],
};
