import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { asUserId } from '#events/ids.ts';
import { addDays } from '#events/time.ts';
import { statementOf, statementsListed } from '#read-models/books/reconciliation/queries.ts';
import { closeMissingStatement, closeUnclearPayment } from '#services/commerce/books/close-entry.ts';
import { reverseStatement } from '#services/commerce/books/reverse-statement.ts';
import {
  closeMissingStatement as closeMissing,
  closeUnclearPayment as closeUnclear,
  getStatement,
  listStatements,
  reverseStatement as reverse,
  type statementUpload,
  uploadReason,
  uploadStatement,
} from '#services/contract/books/statements.ts';
import { statementsMissing } from '#services/modules/books/reconciliation/missing-statements.ts';
import { MAX_STATEMENT_LINES } from '#services/modules/books/reconciliation/read-statement.ts';
import type { Period } from '#services/modules/books/reconciliation/statement-format.ts';
import { takeStatement } from '#services/modules/books/reconciliation/take-statement.ts';
import { undecidedCharges } from '#services/modules/payments/undecided-charges.ts';
import { pageAnswer, rangeOf } from '../http/answer.ts';
import { type Area, routesOf } from '../http/area.ts';
import { booksAsOf } from '../http/books-as-of.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { invalid } from '../http/refusals.ts';
import { acceptFiles, uploadedFile } from '../http/uploads/multipart.ts';
import { lineAnswerOf, peopleOfStatement, reportOf, statementAnswerOf } from './statement-answer.ts';

const wrongFile = {
  empty: { key: 'required' },
  not_text: { key: 'not_table' },
  xlsx: { key: 'is_workbook' },
  xls: { key: 'is_workbook' },
  pdf: { key: 'is_pdf' },
  no_columns: { key: 'no_statement_columns' },
  no_lines: { key: 'no_statement_lines' },
  too_many_lines: { key: 'too_many', max: String(MAX_STATEMENT_LINES) },
  period: { key: 'out_of_bounds' },
} as const satisfies Record<string, InputMessage>;

/** Upload and lists of providers' statements. */
export const statementRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'books');
  const { pool, calendar, clock, committer, directory } = deps;
  await acceptFiles(app);

  async function namesOf(users: readonly string[]): Promise<(user: string) => string> {
    const names = await directory.usersByIds([...new Set(users)].map(asUserId));
    return (user) => names.get(asUserId(user))?.name ?? '';
  }

  /** The file's bytes as they come, and the note that came before them; null when there is no file. */
  async function fileOf(request: FastifyRequest, body: z.output<typeof statementUpload>) {
    if (!request.isMultipart()) {
      const text = (): AsyncIterable<Buffer> => Readable.from([Buffer.from(body?.text ?? '')]);
      return body ? { pieces: text(), reason: body.reason, discard: () => {} } : null;
    }
    const file = await uploadedFile(request, uploadStatement);
    return file && { ...file, reason: file.field('reason') };
  }

  on(uploadStatement, async ({ query, body, caller, correlation_id, request }) => {
    const bad = (message: InputMessage, field = 'file') => invalid(field, message);
    const { from, to } = query;
    if ((from === undefined) !== (to === undefined)) {
      return bad({ key: 'required' }, from === undefined ? 'from' : 'to');
    }
    if (from !== undefined && to !== undefined && to < from) return bad({ key: 'ends_before_begin' }, 'to');
    const period: Period | undefined =
      from === undefined || to === undefined
        ? undefined
        : { from: calendar.startOf(from), to: calendar.startOf(addDays(to, 1)) };
    const today = calendar.dayOf(clock.now());
    if (from !== undefined && from > today) return bad({ key: 'in_future' }, 'from');
    if (to !== undefined && to > today) return bad({ key: 'in_future' }, 'to');
    const file = await fileOf(request, body);
    if (file === null) return bad({ key: 'required' });
    const { pieces } = file;
    const reason = uploadReason.safeParse(file.reason);
    if (!reason.success) {
      file.discard();
      return bad({ key: 'too_long', max: '200' }, 'reason');
    }
    const by = caller.user_id;
    const input = { pieces, by, period, reason: reason.data.trim(), correlation_id };
    const taken = await takeStatement(deps, input);
    if (!taken.ok) return bad(wrongFile[taken.problem], taken.problem === 'period' ? 'to' : 'file');
    const { repeated, outside, position } = taken;
    return { ...reportOf(taken.statement), repeated, outside, position };
  });

  on(closeMissing, async ({ body: { provider, day, reason }, caller: { user_id: by } }) => {
    const days = await statementsMissing(pool);
    if (!days.some((one) => one.provider === provider && one.day === day)) return { code: 'not_found' };
    const outcome = await committer.submit(closeMissingStatement({ provider, day, reason, by }));
    return outcome.accepted ? { position: outcome.position } : outcome.refusal;
  });

  on(closeUnclear, async ({ body: { charge_id, reason }, caller: { user_id: by } }) => {
    const one = (await undecidedCharges(pool)).find((other) => other.charge_id === charge_id);
    if (one === undefined) return { code: 'not_found' };
    const outcome = await committer.submit(closeUnclearPayment({ charge_id: one.charge_id, reason, by }));
    return outcome.accepted ? { position: outcome.position } : outcome.refusal;
  });

  on(listStatements, async ({ query }) => {
    const then = await booksAsOf(deps, query.as_of);
    const found = await statementsListed(pool, { until: then.until, ...rangeOf(query) });
    const nameOf = await namesOf(found.list.flatMap(peopleOfStatement));
    const list = found.list.map((one) => statementAnswerOf(one, nameOf, then.until));
    return { ...pageAnswer(query, found, list), as_of: then.asOf(found.as_of) };
  });

  on(getStatement, async ({ query, params }) => {
    const range = rangeOf(query);
    const { rows, as_of } = await statementOf(pool, { statement_id: params.id, ...range });
    const [found] = rows;
    if (!found) return { code: 'not_found' };
    const { list, rejected, outside, ...statement } = found;
    const nameOf = await namesOf(peopleOfStatement(statement));
    return {
      statement: statementAnswerOf(statement, nameOf),
      outside,
      lines: list.map(lineAnswerOf),
      rejected: rejected.map(({ line, reason }) => ({ line, reason })),
      has_more: range.offset + list.length < statement.fresh,
      total_count: statement.fresh,
      as_of,
    };
  });

  on(reverse, async ({ params: { id: statement_id }, body: { reason }, caller: { user_id: by } }) => {
    const outcome = await committer.submit(reverseStatement({ statement_id, reason, by }));
    return outcome.accepted ? { statement_id, position: outcome.position } : outcome.refusal;
  });
};
