import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './carousel.module.css';

interface Props {
  list: readonly { image: string; url: string }[];
}

/** The time that each banner stays, ms (creator specification 9). */
const STAYS_MS = 4_000;

/** Banners one after the other, from the last to the first again. They wait under the pointer and the keyboard. */
export default function Carousel({ list }: Props) {
  const { t } = useTranslation('catalog-creators');
  const [at, setAt] = useState(0);
  const [waits, setWaits] = useState(false);
  const still = useReducedMotion();
  const shown = at % list.length;
  useEffect(() => {
    if (waits || still || list.length < 2) return;
    const timer = setInterval(() => setAt((before) => before + 1), STAYS_MS);
    return () => clearInterval(timer);
  }, [waits, still, list.length]);
  return (
    <section
      className={classes.frame}
      aria-label={t('banners.label')}
      onPointerEnter={() => setWaits(true)}
      onPointerLeave={() => setWaits(false)}
      onFocus={() => setWaits(true)}
      onBlur={() => setWaits(false)}
    >
      <div className={classes.track} style={{ transform: `translateX(-${shown * 100}%)` }}>
        {list.map(({ image, url }, nth) => (
          // The same picture can come twice.
          <a
            key={`${nth} ${image}`}
            className={classes.slide}
            href={url}
            inert={nth !== shown}
            aria-label={t('banners.one', { nth: nth + 1, count: list.length })}
          >
            <img src={image} alt="" loading={nth === 0 ? 'eager' : 'lazy'} decoding="async" />
          </a>
        ))}
      </div>
      {list.length > 1 && (
        <div className={classes.dots}>
          {list.map(({ image }, nth) => (
            <button
              key={`${nth} ${image}`}
              type="button"
              className={classes.dot}
              aria-label={t('banners.show', { nth: nth + 1 })}
              aria-current={nth === shown}
              onClick={() => setAt(nth)}
            />
          ))}
        </div>
      )}
    </section>
  );
}
