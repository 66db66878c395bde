import { Readable } from 'node:stream';
import { fenOf, toWire } from '#events/money.ts';
import { addDays } from '#events/time.ts';
import { type SandboxLine, sandboxStatement } from '#services/payments/sandbox/statement.ts';
import { withMistakes } from '#services/payments/sandbox/statement-mistakes.ts';
import { SANDBOX_COLUMNS } from '#services/reconciliation/sandbox-format.ts';
import { refused } from '../answer.ts';
import type { Area } from '../areas.ts';
import { csvLines } from '../contract/csv.ts';
import { sandboxStatementQuery } from '../contract/sandbox-statement.ts';

const iso = (at: number): string => new Date(at).toISOString();
const wire = (fen: number): string => toWire(fenOf(fen));

const rowOf = ({ at, amount, fee, ...ids }: SandboxLine): string[] => {
  const cells = {
    ...ids,
    time: iso(at),
    amount: wire(amount),
    fee: wire(fee),
    net: wire(amount - fee),
    currency: 'CNY',
  };
  return SANDBOX_COLUMNS.map((column) => cells[column]);
};

/** The account that the sandbox holds for us, as a provider would state it. */
export const sandboxStatementRoutes: Area = (deps) => async (app) => {
  const { pool, calendar, clock, payments } = deps;
  if (!payments.sandbox) return;

  app.get(
    '/api/sandbox/statement',
    { config: { access: 'sandbox' }, schema: { querystring: sandboxStatementQuery, tags: ['Sandbox'] } },
    async (request, reply) => {
      const { from: first = calendar.dayOf(clock.now()), to: last = first, ...mistakes } = request.query;
      if (last < first) {
        const message = { key: 'ends_before_begin' } as const;
        return refused(request, { code: 'bad_input', errors: [{ field: 'to', message }] });
      }
      const from = calendar.startOf(first);
      // Of what is still to come it knows nothing.
      const to = Math.max(from, Math.min(calendar.startOf(addDays(last, 1)), clock.now() + 1));
      async function* lines(): AsyncGenerator<string> {
        yield `# sandbox statement\r\n# period,${iso(from)},${iso(to)}\r\n`;
        yield csvLines([SANDBOX_COLUMNS]);
        const stated = sandboxStatement(pool, calendar, { from, to });
        for await (const line of withMistakes(stated, mistakes)) yield csvLines([rowOf(line)]);
      }
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="statement-${first}-${last}.csv"`);
      return reply.send(Readable.from(lines()));
    },
  );
};
