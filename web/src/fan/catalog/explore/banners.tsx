import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { listBanners } from '#services/contract/staff/banners.ts';
import { queryOf } from '../../../api/queries.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import classes from './banners.module.css';

const Carousel = lazy(() => untilLoaded(() => import('../../../components/banners/carousel.tsx')));

/** The site's banners, in a frame that has its height before they are there. */
export function Banners() {
  const list = useQuery(queryOf(listBanners, {}, { retry: false })).data?.list ?? [];
  if (list.length === 0) return null;
  return (
    <div className={classes.frame}>
      <Suspense>
        <Carousel list={list} />
      </Suspense>
    </div>
  );
}
