interface Transfer {
  out_biz_no: string;
  order_id: string;
  amount: string;
  product_code: string;
  status: string;
}
interface Content {
  out_biz_no: string;
  trans_amount: string;
  product_code: string;
  payee_info?: { identity: string; name: string };
}
type Fields = Record<string, string>;

const refused = (sub_code: string): Fields => ({ code: '40004', msg: 'Business Failed', sub_code });

/** Transfers in Alipay's books: one per number. Accounts that begin with `nobody` do not exist. */
export function alipayTransfers(behavior: {
  transferStatus: string;
  transferError: string;
  transferProducts: readonly string[];
}) {
  const transfers = new Map<string, Transfer>();
  const answer = ({ out_biz_no, order_id, status }: Transfer): Fields => {
    return { code: '10000', msg: 'Success', out_biz_no, order_id, status };
  };
  return {
    transfers,
    answerTo(
      method: string,
      { out_biz_no, trans_amount, product_code, payee_info }: Content,
    ): Fields | undefined {
      const known = transfers.get(out_biz_no);
      const isSigned = behavior.transferProducts.includes(product_code);
      if (method.startsWith('alipay.fund.') && !isSigned) return refused('PRODUCT_NOT_SIGNED');
      if (method === 'alipay.fund.trans.common.query') {
        return known?.product_code === product_code ? answer(known) : refused('ORDER_NOT_EXIST');
      }
      if (method !== 'alipay.fund.trans.uni.transfer') return undefined;
      if (behavior.transferError !== '') return refused(behavior.transferError);
      if (known) return known.amount === trans_amount ? answer(known) : refused('INVALID_PARAMETER');
      if (!payee_info?.name) return refused('INVALID_PARAMETER');
      if (payee_info.identity.startsWith('nobody')) return refused('PAYEE_NOT_EXIST');
      const made: Transfer = {
        out_biz_no,
        product_code,
        amount: trans_amount,
        order_id: `2026${transfers.size + 1}`,
        status: behavior.transferStatus,
      };
      transfers.set(out_biz_no, made);
      return answer(made);
    },
  };
}
