import { Readable } from 'node:stream';
import type { BusinessCalendar } from '#events/time.ts';
import { readPages } from '#read-models/engine/read-pages.ts';
import { type CheckInFilter, type ListedTicket, ticketsAfter } from '#read-models/tickets/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import { csvLines, UTF8_MARK } from '#services/contract/fields/csv.ts';
import { documentName } from '#services/contract/tickets/documents.ts';
import type { Ticket } from '#services/contract/tickets/tickets.ts';
import { timeText } from '#services/runtime/business-time.ts';
import type { Language } from '../http/language.ts';
import { ticketAnswers } from './ticket-answer.ts';

const HEAD: Readonly<Record<Language, readonly string[]>> = {
  'zh-CN': [
    '票码',
    '姓名',
    '证件类型',
    '证件号',
    '活动',
    '票种',
    '场次',
    '订单号',
    '状态',
    '检票时间',
    '检票人',
    '设备',
    '更换持票人时间',
  ],
  'en-US': [
    'Code',
    'Name',
    'Document',
    'Document number',
    'Event',
    'Ticket',
    'Date',
    'Order',
    'Status',
    'Checked in at',
    'Checked in by',
    'Device',
    'Holder changed at',
  ],
};
const STATES: Readonly<Record<Language, Readonly<Record<number, string>>>> = {
  'zh-CN': { 1: '未使用', 2: '已使用', 3: '已作废' },
  'en-US': { 1: 'Not used', 2: 'Used', 3: 'Void' },
};

function rowOf(calendar: BusinessCalendar, language: Language, ticket: Ticket): string[] {
  const time = (seconds: number | null) => timeText(calendar, seconds);
  const {
    code,
    name,
    id_type,
    id_card,
    plan,
    sku,
    round,
    out_trade_no,
    status,
    used_at,
    used_by,
    device,
    holder_changed_at,
  } = ticket;
  const state = STATES[language][status] ?? '';
  const begins = time(round?.begin_time ?? null);
  return [
    code,
    name,
    id_type === '' ? '' : documentName(id_type, language),
    id_card,
    plan.name,
    sku.name,
    begins,
    out_trade_no,
    state,
    time(used_at),
    used_by,
    device,
    time(holder_changed_at),
  ];
}

/** Every ticket that matches the filter, as a streamed CSV file. */
export function ticketCsv(deps: Dependencies, filter: CheckInFilter, language: Language): Readable {
  async function* lines(): AsyncGenerator<string> {
    yield UTF8_MARK + csvLines([HEAD[language]]);
    const pages = readPages<ListedTicket>((last, limit) =>
      ticketsAfter(deps.pool, { ...filter, issued: last?.issued ?? 0, limit }),
    );
    for await (const rows of pages) {
      const answers = await ticketAnswers(deps, rows, 'name');
      yield csvLines(answers.map((ticket) => rowOf(deps.calendar, language, ticket)));
    }
  }
  return Readable.from(lines());
}
