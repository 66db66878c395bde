/** Companies that parcels are sent with. */
export interface ExpressCompany {
  company_id: string;
  'zh-CN': string;
  'en-US': string;
  /** What people also write. */
  also?: readonly string[];
}

/** In the order in which they are offered: the most used ones first, those abroad last. */
export const companies: readonly ExpressCompany[] = [
  { company_id: 'sf', 'zh-CN': '顺丰速运', 'en-US': 'SF Express', also: ['顺丰', '顺丰快递', 'shunfeng'] },
  { company_id: 'zto', 'zh-CN': '中通快递', 'en-US': 'ZTO Express', also: ['中通', 'zhongtong'] },
  { company_id: 'yto', 'zh-CN': '圆通速递', 'en-US': 'YTO Express', also: ['圆通', '圆通快递', 'yuantong'] },
  { company_id: 'sto', 'zh-CN': '申通快递', 'en-US': 'STO Express', also: ['申通', 'shentong'] },
  { company_id: 'yunda', 'zh-CN': '韵达快递', 'en-US': 'Yunda Express', also: ['韵达', '韵达速递', 'yd'] },
  { company_id: 'jt', 'zh-CN': '极兔速递', 'en-US': 'J&T Express', also: ['极兔', '极兔快递', 'jtexpress'] },
  {
    company_id: 'jd',
    'zh-CN': '京东物流',
    'en-US': 'JD Logistics',
    also: ['京东', '京东快递', 'jingdong'],
  },
  { company_id: 'ems', 'zh-CN': 'EMS', 'en-US': 'EMS', also: ['邮政EMS', '中国邮政速递'] },
  {
    company_id: 'post',
    'zh-CN': '中国邮政',
    'en-US': 'China Post',
    also: ['邮政', '邮政快递包裹', '邮政包裹'],
  },
  { company_id: 'deppon', 'zh-CN': '德邦快递', 'en-US': 'Deppon Express', also: ['德邦', '德邦物流'] },
  { company_id: 'danniao', 'zh-CN': '丹鸟物流', 'en-US': 'Danniao', also: ['丹鸟', '菜鸟速递'] },
  { company_id: 'uce', 'zh-CN': '优速快递', 'en-US': 'UC Express', also: ['优速'] },
  { company_id: 'zjs', 'zh-CN': '宅急送', 'en-US': 'ZJS Express' },
  { company_id: 'kye', 'zh-CN': '跨越速运', 'en-US': 'KYE Express', also: ['跨越'] },
  { company_id: 'dhl', 'zh-CN': 'DHL', 'en-US': 'DHL', also: ['敦豪'] },
  { company_id: 'fedex', 'zh-CN': '联邦快递', 'en-US': 'FedEx', also: ['联邦'] },
  { company_id: 'ups', 'zh-CN': 'UPS', 'en-US': 'UPS', also: ['联合包裹'] },
];

/** As people write a name: width, case, blanks and points do not matter. */
const plain = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s._·-]/g, '');

const byName = new Map(
  companies.flatMap((company) =>
    [company.company_id, company['zh-CN'], company['en-US'], ...(company.also ?? [])].map((name) => [
      plain(name),
      company,
    ]),
  ),
);

const byId = new Map(companies.map((company) => [company.company_id, company]));

export const companyById = (company_id: string): ExpressCompany | undefined => byId.get(company_id);

/** The company that a creator means by its id or by a name in either language. */
export const companyNamed = (name: string): ExpressCompany | undefined => byName.get(plain(name));
