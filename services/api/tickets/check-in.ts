import type { z } from 'zod';
import { asOutTradeNo, type OutTradeNo, type UserId } from '#events/ids.ts';
import { ticketsByCode } from '#read-models/tickets/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { CODE_DIGITS } from '#services/contract/tickets/ticket-code.ts';
import { verifyToken } from '#services/contract/tickets/ticket-token.ts';
import type { checkinInput } from '#services/contract/tickets/tickets.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';
import type { ApiRefusal } from '../http/refusals.ts';

/** Which ticket a door means. */
interface NamedTicket {
  ticket_id: string;
  out_trade_no: OutTradeNo;
  /** The number of holder changes that its code is of. */
  revision: number;
}

type Named = { ok: true; ticket: NamedTicket } | { ok: false; refusal: ApiRefusal };

const no = (refusal: Refusal | ApiRefusal): Named => ({ ok: false, refusal });

/**
 * The ticket of a scan. Refuses a foreign token (ticket_forged), an unknown code of these creators (not_found) and a
 * code too short to be unique.
 */
export async function namedTicket(
  { pool, ticketSigning }: Pick<Dependencies, 'pool' | 'ticketSigning'>,
  input: z.output<typeof checkinInput>,
  creators: ReadonlySet<UserId>,
): Promise<Named> {
  const { token, code, out_trade_no, id } = input;
  if (token !== undefined) {
    const claim = await verifyToken(token, ticketSigning.keys);
    if (claim === undefined) return no({ code: 'ticket_forged' });
    const { ticket_id, revision } = claim;
    return { ok: true, ticket: { ticket_id, out_trade_no: asOutTradeNo(claim.out_trade_no), revision } };
  }
  if (code !== undefined) {
    const search = { creators: [...creators], beginning: code, plan_id: input.plan_id };
    const { rows } = await ticketsByCode(pool, search);
    const [found, another] = rows;
    if (found === undefined) return no({ code: 'not_found' });
    if (another !== undefined) return no(badInputShort);
    const { ticket_id } = found;
    // A code that is only the beginning of the id is from before the changes of the holder.
    const revision = found.code.startsWith(code) ? found.revision : 0;
    return { ok: true, ticket: { ticket_id, out_trade_no: asOutTradeNo(found.out_trade_no), revision } };
  }
  if (out_trade_no === undefined || id === undefined) return no(badInput('token', { key: 'required' }));
  // Earlier holders know the number and the id, too: they admit until the holder is changed.
  return { ok: true, ticket: { ticket_id: id, out_trade_no: asOutTradeNo(out_trade_no), revision: 0 } };
}

const badInputShort: ApiRefusal = {
  code: 'bad_input',
  errors: [{ field: 'code', message: { key: 'too_short', min: String(CODE_DIGITS) } }],
};
