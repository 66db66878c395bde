import type { Banner } from '#events/staff.ts';
import { BANNERS_STREAM } from '#events/stream-names.ts';
import { bannersKind, setBanners, shownBanners } from '#services/commerce/staff/banners.ts';
import { listBanners, listScheduledBanners, saveBanners } from '#services/contract/staff/banners.ts';
import { type Area, routesOf } from '../http/area.ts';

const answerOf = ({ image, url, from, until }: Banner) => ({
  image,
  url,
  begin_time: Math.floor(from / 1000),
  end_time: Math.floor(until / 1000),
});

/** Banners of the site: shown to everybody, written by admins. */
export const bannerRoutes: Area = (deps) => async (app) => {
  const on = routesOf(app, 'staff');
  const { committer, media } = deps;
  const banners = () =>
    committer.read([BANNERS_STREAM], (states, now) => ({
      all: states.get(bannersKind, BANNERS_STREAM),
      now,
    }));

  on(listBanners, async () => {
    const { all, now } = await banners();
    return { list: shownBanners(all, now).map(({ image, url }) => ({ image, url })) };
  });

  on(listScheduledBanners, async () => ({ list: (await banners()).all.map(answerOf) }));

  on(saveBanners, async ({ body: { list, reason }, caller: { user_id: by } }) => {
    const fields = list.map(({ image }, at) => ({
      field: `list.${at}.image`,
      address: image,
      as: 'cover' as const,
    }));
    const saved = (await banners()).all.map(({ image }) => image);
    const strange = await media.pictures.refusalOf(by, fields, saved);
    if (strange) return strange;
    const outcome = await committer.submit(
      setBanners({
        banners: list.map(({ image, url, begin_time, end_time }) => ({
          image,
          url,
          from: begin_time * 1000,
          until: end_time * 1000,
        })),
        by,
        reason,
      }),
    );
    if (!outcome.accepted) return outcome.refusal;
    return { list: (await banners()).all.map(answerOf), ...outcome.result, position: outcome.position };
  });
};
