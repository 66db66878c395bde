import { asPlanId, asSkuId } from '#events/ids.ts';
import { planById } from '#read-models/catalog/queries.ts';
import { albumsNaming } from '#read-models/content/albums/opened.ts';
import { earliest } from '#read-models/engine/as-of.ts';
import { linkAlbum as linkCommand } from '#services/commerce/content/albums/link-album.ts';
import { linkAlbum, listLinkedAlbums, unlinkAlbum } from '#services/contract/content/album-links.ts';
import { type Area, routesOf } from '../../http/area.ts';
import { notFound } from '../../http/refusals.ts';

const MAX_LINKS = 500;

/** Which albums the SKUs of a plan open. */
export const albumLinkRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'content');
  const { accounts, albumTexts, committer, pool } = deps;

  for (const [endpoint, linked] of [
    [linkAlbum, true],
    [unlinkAlbum, false],
  ] as const) {
    on(endpoint, async ({ body: { album_id, plan_id, sku_id }, caller: { user_id: creator_id } }) => {
      const { rights } = await accounts.rights.refresh(creator_id);
      const may_link = rights.sale_connect_album;
      const sku = { plan_id: asPlanId(plan_id), sku_id: asSkuId(sku_id) };
      const outcome = await committer.submit(linkCommand({ creator_id, album_id, ...sku, linked, may_link }));
      return outcome.accepted ? { position: outcome.position } : outcome.refusal;
    });
  }

  on(listLinkedAlbums, async ({ query: { plan_id }, caller: { user_id: creator_id } }) => {
    const found = await planById(pool, { plan_id });
    const [plan] = found.rows;
    if (plan?.creator_id !== creator_id) return notFound;
    const sku_ids = plan.skus.map(({ sku_id }) => sku_id);
    const { rows, as_of } = await albumsNaming(pool, { creator_id, sku_ids, most: MAX_LINKS });
    const textOf = await albumTexts.of(rows.map(({ album_id }) => album_id));
    const list = rows.map((row) => {
      const { title, cover } = textOf(row.album_id);
      return { ...row, title, cover };
    });
    return { list, as_of: earliest(found.as_of, as_of) };
  });
};
