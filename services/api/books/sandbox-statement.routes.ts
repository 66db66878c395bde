import { Readable } from 'node:stream';
import { addDays } from '#events/time.ts';
import { getSandboxStatement } from '#services/contract/books/sandbox-statement.ts';
import { sandboxStatement } from '#services/modules/payments/sandbox/statement.ts';
import { withErrors } from '#services/modules/payments/sandbox/statement-errors.ts';
import { statementFile } from '#services/modules/payments/sandbox/statement-file.ts';
import { type Area, routesOf } from '../http/area.ts';
import { invalid } from '../http/refusals.ts';

/** The account that the sandbox holds for us, as a provider would state it. */
export const sandboxStatementRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'books');
  const { pool, calendar, clock, payments } = deps;
  if (!payments.sandbox) return;

  on(getSandboxStatement, async ({ query, reply }) => {
    const { from: first = calendar.dayOf(clock.now()), to: last = first, ...mistakes } = query;
    if (last < first) {
      return invalid('to', { key: 'ends_before_begin' });
    }
    const from = calendar.startOf(first);
    // It has no lines for the future.
    const to = Math.max(from, Math.min(calendar.startOf(addDays(last, 1)), clock.now() + 1));
    const stated = withErrors(sandboxStatement(pool, calendar, { from, to }), mistakes);
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="statement-${first}-${last}.csv"`);
    return reply.send(Readable.from(statementFile(stated, { from, to })));
  });
};
