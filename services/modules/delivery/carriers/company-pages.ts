/** Companies' own pages, where people look up a number. */
export const COMPANY_PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    sf: 'https://www.sf-express.com/',
    zto: 'https://www.zto.com/',
    yto: 'https://www.yto.net.cn/',
    sto: 'https://www.sto.cn/',
    yunda: 'https://www.yundaex.com/',
    jt: 'https://www.jtexpress.com.cn/',
    jd: 'https://www.jdl.com/',
    ems: 'https://www.ems.com.cn/',
    post: 'https://yjcx.chinapost.com.cn/',
    deppon: 'https://www.deppon.com/',
    danniao: 'https://www.cainiao.com/',
    uce: 'https://www.uce.cn/',
    zjs: 'https://www.zjs.com.cn/',
    kye: 'https://www.ky-express.com/',
    dhl: 'https://www.dhl.com/',
    fedex: 'https://www.fedex.com/',
    ups: 'https://www.ups.com/',
  }),
);
