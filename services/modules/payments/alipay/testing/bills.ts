import { zipSync } from 'fflate';
import { inGbk } from '../../testing/gbk.ts';

const TRADE_HEAD =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
const MOVE_HEAD =
  '账务流水号,业务流水号,商户订单号,商品名称,发生时间,对方账号,收入金额（+元）,支出金额（-元）,账户余额（元）,交易渠道,业务类型,备注';

/** Rows by the names of their columns; missing cells are empty. */
type Rows = readonly Readonly<Record<string, string>>[];

function bill(title: string, head: string, rows: Rows): string {
  const lines = rows.map((row) =>
    head
      .split(',')
      .map((column) => `${row[column] ?? ''}\t`)
      .join(','),
  );
  return [
    `#支付宝${title}查询`,
    '#账号：[20880000000000010156]',
    `#-----------------------------------------${title}列表----------------------------------------`,
    head,
    ...lines,
    `#-----------------------------------------${title}列表结束------------------------------------`,
    '#导出时间：[2026年11月30日 10:00:00]',
    '',
  ].join('\r\n');
}

/** Alipay's bills by day: ZIP files in GBK, at addresses that only the answer names. */
export function alipayBillsStandIn(origin: () => string) {
  const bills = new Map<string, Uint8Array>();
  const files = new Map<string, Uint8Array>();
  const set = (type: string, day: string, text: string): void => {
    const sums = inGbk('#支付宝业务汇总查询\r\n门店编号,门店名称,交易订单总笔数\r\n,,1\r\n');
    bills.set(`${type} ${day}`, zipSync({ 'lines.csv': inGbk(text), 'sums.csv': sums }));
  };
  return {
    /** Where files are said to be, if not here. */
    behavior: { address: '' },
    setTrades: (day: string, rows: Rows): void => set('trade', day, bill('业务明细', TRADE_HEAD, rows)),
    setMoves: (day: string, rows: Rows): void => set('signcustomer', day, bill('账务明细', MOVE_HEAD, rows)),
    /** Any bytes instead of a bill. */
    setFile: (day: string, zip: Uint8Array): void => void bills.set(`trade ${day}`, zip),
    clear: (): void => bills.clear(),
    answerTo(
      method: string,
      { bill_type = '', bill_date = '' }: Record<string, string>,
    ): Record<string, string> | undefined {
      if (method !== 'alipay.data.dataservice.bill.downloadurl.query') return undefined;
      const zip = bills.get(`${bill_type} ${bill_date}`);
      if (!zip) return { code: '40004', msg: 'Business Failed', sub_code: 'isp.bill_not_exist' };
      const path = `/downloadBillFile.resource?fileId=${files.size + 1}`;
      files.set(path, zip);
      return {
        code: '10000',
        msg: 'Success',
        bill_download_url: this.behavior.address || `${origin()}${path}`,
      };
    },
    fileAt: (path: string): Uint8Array | undefined => files.get(path),
  };
}
