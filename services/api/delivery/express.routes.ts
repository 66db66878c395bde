import type { FastifyRequest } from 'fastify';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import {
  listExpressCompanies,
  updateExpress,
  uploadExpressNumbers,
} from '#services/contract/delivery/express.ts';
import { companies, companyNamed } from '#services/modules/delivery/carriers/companies.ts';
import { MAX_EXPRESS_LINES, readExpressFile } from '#services/modules/delivery/express-file.ts';
import { badInput } from '#services/runtime/refusal.ts';
import { type Area, routesOf } from '../http/area.ts';
import type { InputMessage } from '../http/field-messages.ts';
import { invalid } from '../http/refusals.ts';
import { acceptFiles, uploadedFile } from '../http/uploads/multipart.ts';
import { sentOrders } from '../orders/order-group.ts';
import { shipLines } from './ship-lines.ts';

const wrongFile = {
  not_text: { key: 'not_table' },
  xlsx: { key: 'is_workbook' },
  xls: { key: 'is_workbook' },
  pdf: { key: 'is_pdf' },
  no_columns: { key: 'no_express_columns' },
  empty: { key: 'required' },
  too_many_lines: { key: 'too_many', max: String(MAX_EXPRESS_LINES) },
} as const satisfies Record<string, InputMessage>;

/** A creator's sending: one order, or many by a file. */
export const expressRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'delivery');
  const { committer } = deps;
  await acceptFiles(app);

  on(listExpressCompanies, async ({ language }) => {
    return { list: companies.map((one) => ({ company_id: one.company_id, name: one[language] })) };
  });

  on(updateExpress, async ({ body, caller: { user_id: creator_id } }) => {
    const { express, express_no } = body;
    const company = companyNamed(express);
    if (company === undefined) return badInput('express', { key: 'unknown' });
    const out_trade_nos = await sentOrders(
      committer,
      body,
      (order) => order.placed.creator_id === creator_id,
    );
    if (out_trade_nos.length === 0) return { code: 'not_found' };
    const { company_id } = company;
    const parcel = { out_trade_nos, creator_id, company_id, express_no };
    const outcome = await committer.submit(shipOrders(parcel));
    if (!outcome.accepted) return outcome.refusal;
    return { out_trade_nos, changed: outcome.result.changed, position: outcome.position };
  });

  /** The file's bytes; null when there is none. */
  async function fileOf(request: FastifyRequest, text: string | undefined): Promise<Uint8Array | null> {
    if (!request.isMultipart()) return text === undefined ? null : Buffer.from(text);
    return (await uploadedFile(request, uploadExpressNumbers))?.bytes() ?? null;
  }

  on(uploadExpressNumbers, async ({ body, caller, request }) => {
    const bad = (message: InputMessage) => invalid('file', message);
    const bytes = await fileOf(request, body?.text);
    if (bytes === null) return bad({ key: 'required' });
    const file = readExpressFile(bytes);
    if (!file.ok) return bad(wrongFile[file.problem]);
    return await shipLines(committer, caller.user_id, file.lines);
  });
};
