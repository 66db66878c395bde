/** Makes every call of the package afdian-api, all pages, and prints the answers as JSON. */
import { createRequire } from 'node:module';

interface Page {
  ec: number;
  data: { total_page: number };
}
interface AfdianApi {
  ping(): Promise<object>;
  queryOrder(page: number): Promise<Page>;
  querySponsor(page: number): Promise<Page>;
}

const { CREATOR: userId = '', TOKEN: token = '', PACKAGES = '' } = process.env;
// What its own types say.
const { default: Client } = createRequire(`${PACKAGES}/`)('afdian-api') as {
  default: new (options: { userId: string; token: string }) => AfdianApi;
};
const client = new Client({ userId, token });

async function pages(query: (page: number) => Promise<Page>): Promise<Page[]> {
  const first = await query(1);
  const answers = [first];
  for (let page = 2; page <= first.data.total_page; page += 1) answers.push(await query(page));
  return answers;
}

console.log(
  JSON.stringify({
    ping: await client.ping(),
    orders: await pages((page) => client.queryOrder(page)),
    sponsors: await pages((page) => client.querySponsor(page)),
  }),
);
