import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

const TRADE_HEAD =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
const FLOW_HEAD =
  '记账时间,微信支付业务单号,资金流水单号,业务名称,业务类型,收支类型,收支金额(元),账户结余(元),资金变更提交申请人,备注,业务凭证号';

/** Rows by the names of their columns; missing cells are empty, as WeChat Pay writes them. */
type Rows = readonly Readonly<Record<string, string>>[];

function bill(head: string, rows: Rows, sums: string): string {
  const lines = rows.map((row) =>
    head
      .split(',')
      .map((column) => `\`${row[column] ?? ''}`)
      .join(','),
  );
  return `\uFEFF${[head, ...lines, ...sums.split('|')].join('\r\n')}\r\n`;
}

/** WeChat Pay's bills by day, and what it answers when they are asked for. */
export function wechatBillsStandIn(origin: () => string) {
  const bills = new Map<string, string>();
  const files = new Map<string, Buffer>();
  return {
    behavior: { forgedHash: false, padding: 0 },
    setTrades(day: string, rows: Rows): void {
      const sums =
        '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额|`1,`0.00,`0.00,`0.00,`0.00';
      bills.set(`tradebill ${day}`, bill(TRADE_HEAD, rows, sums));
    },
    setFlows(day: string, rows: Rows): void {
      const sums = '资金流水总笔数,收入笔数,收入金额,支出笔数,支出金额|`1,`0,`0.00,`0,`0.00';
      bills.set(`fundflowbill ${day}`, bill(FLOW_HEAD, rows, sums));
    },
    clear: (): void => bills.clear(),
    /** Undefined: another path. */
    answerTo(path: string): { status: number; body: unknown } | undefined {
      const [, type] = /^\/v3\/bill\/(tradebill|fundflowbill)\?/.exec(path) ?? [];
      if (type === undefined) return undefined;
      const query = new URL(path, 'http://wechat').searchParams;
      const text = bills.get(`${type} ${query.get('bill_date')}`);
      if (text === undefined || query.get('tar_type') !== 'GZIP') {
        return { status: 400, body: { code: 'NO_STATEMENT_EXIST', message: '账单文件不存在' } };
      }
      const content = Buffer.from(text + '\n'.repeat(this.behavior.padding));
      const token = String(files.size + 1);
      files.set(`/v3/billdownload/file?token=${token}`, gzipSync(content));
      const hash_value = createHash('sha1')
        .update(this.behavior.forgedHash ? 'other' : content)
        .digest('hex');
      const download_url = `${origin()}/v3/billdownload/file?token=${token}`;
      return { status: 200, body: { hash_type: 'SHA1', hash_value, download_url } };
    },
    fileAt: (path: string): Buffer | undefined => files.get(path),
  };
}
