import { asOutTradeNo, type UserId } from '#events/ids.ts';
import { shipOrders } from '#services/commerce/delivery/ship-order.ts';
import type { Committer } from '#services/commerce/engine/command.ts';
import { type BatchReport, expressNo, type LineResult } from '#services/contract/delivery/express.ts';
import { outTradeNo } from '#services/contract/fields/fields.ts';
import { companyNamed } from '#services/modules/delivery/carriers/companies.ts';
import type { ExpressLine } from '#services/modules/delivery/express-file.ts';
import type { Refusal } from '#services/runtime/refusal.ts';

/** Lines per batch: they share commits and leave capacity for other requests. */
const AT_ONCE = 250;

/** The notation of spreadsheets for long numbers. */
const SHORTENED = /^\d(\.\d+)?E\+?\d+$/i;

interface Checked extends ExpressLine {
  /** null: the line is valid. */
  wrong: LineResult | null;
  company_id: string;
}

/** The errors of a line that do not need its order. */
function check(line: ExpressLine, seen: Set<string>): Checked {
  const { out_trade_no, company, express_no } = line;
  const company_id = companyNamed(company)?.company_id ?? '';
  const number = expressNo.safeParse(express_no);
  const wrong = (): LineResult | null => {
    if (out_trade_no === '' || company === '' || express_no === '') return 'unreadable';
    if (SHORTENED.test(out_trade_no) || SHORTENED.test(express_no)) return 'shortened_number';
    if (!outTradeNo.safeParse(out_trade_no).success) return 'unknown_order';
    if (seen.has(out_trade_no)) return 'doubled_line';
    seen.add(out_trade_no);
    if (company_id === '') return 'unknown_company';
    return number.success ? null : 'bad_number';
  };
  return { ...line, express_no: number.data ?? express_no, company_id, wrong: wrong() };
}

function resultOf(refusal: Refusal): LineResult {
  if (refusal.code === 'not_found') return 'unknown_order';
  const missing = 'errors' in refusal && refusal.errors?.some(({ message }) => message.key === 'no_address');
  return missing ? 'no_address' : 'wrong_state';
}

interface Shipped {
  result: LineResult;
  position: number;
}

async function shipLine(committer: Committer, creator_id: UserId, line: Checked): Promise<Shipped> {
  const { wrong, out_trade_no, company_id, express_no } = line;
  if (wrong !== null) return { result: wrong, position: 0 };
  const outcome = await committer.submit(
    shipOrders({ out_trade_nos: [asOutTradeNo(out_trade_no)], creator_id, company_id, express_no }),
  );
  if (!outcome.accepted) return { result: resultOf(outcome.refusal), position: 0 };
  return { result: outcome.result.changed ? 'shipped' : 'unchanged', position: outcome.position };
}

/** Ships every valid line, independent of others, and reports the result of each. */
export async function shipLines(
  committer: Committer,
  creator_id: UserId,
  lines: readonly ExpressLine[],
): Promise<BatchReport> {
  const seen = new Set<string>();
  const checked = lines.map((line) => check(line, seen));
  const report: BatchReport = { shipped: 0, unchanged: 0, failed: 0, list: [], position: 0 };
  for (let from = 0; from < checked.length; from += AT_ONCE) {
    const some = checked.slice(from, from + AT_ONCE);
    const outcomes = await Promise.all(some.map((line) => shipLine(committer, creator_id, line)));
    for (const [at, { result, position }] of outcomes.entries()) {
      const line = some[at];
      if (line === undefined) continue;
      const { out_trade_no, company, express_no } = line;
      report.list.push({ line: line.line, out_trade_no, company, express_no, result });
      if (result === 'shipped') report.shipped += 1;
      else if (result === 'unchanged') report.unchanged += 1;
      else report.failed += 1;
      report.position = Math.max(report.position, position);
    }
  }
  return report;
}
