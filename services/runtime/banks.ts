/** Banks that cards are paid out to. */
export interface Bank {
  code: string;
  name: string;
}

export const banks: readonly Bank[] = [
  { code: 'ICBC', name: '中国工商银行' },
  { code: 'ABC', name: '中国农业银行' },
  { code: 'BOC', name: '中国银行' },
  { code: 'CCB', name: '中国建设银行' },
  { code: 'COMM', name: '交通银行' },
  { code: 'PSBC', name: '中国邮政储蓄银行' },
  { code: 'CMB', name: '招商银行' },
  { code: 'SPDB', name: '上海浦东发展银行' },
  { code: 'CIB', name: '兴业银行' },
  { code: 'CITIC', name: '中信银行' },
  { code: 'CMBC', name: '中国民生银行' },
  { code: 'CEB', name: '中国光大银行' },
  { code: 'SPABANK', name: '平安银行' },
  { code: 'HXBANK', name: '华夏银行' },
  { code: 'GDB', name: '广发银行' },
  { code: 'BJBANK', name: '北京银行' },
  { code: 'SHBANK', name: '上海银行' },
  { code: 'NBBANK', name: '宁波银行' },
  { code: 'HZCB', name: '杭州银行' },
  { code: 'JSBANK', name: '江苏银行' },
];

/** Suggestions of the bank search (creator specification 9). */
const MAX_SUGGESTED = 5;

export const bankByCode = (code: string): Bank | undefined => banks.find((bank) => bank.code === code);

/** Banks whose name or code contains the text; the first ones for an empty text. */
export function banksLike(text: string): Bank[] {
  const wanted = text.trim().normalize('NFKC').toLowerCase();
  return banks
    .filter(({ code, name }) => name.includes(wanted) || code.toLowerCase().includes(wanted))
    .slice(0, MAX_SUGGESTED);
}
