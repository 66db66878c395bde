import { ActionIcon } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './gallery.module.css';
import { Picture } from './picture.tsx';

interface Props {
  /** Addresses, in their order. */
  pics: readonly string[];
  /** The subject of the pictures. */
  name: string;
  seed: string;
  /** Width ÷ height. */
  ratio: number;
  radius?: number;
}

/** Pictures side by side: swiped, or moved by buttons and arrow keys. A single picture has no controls. */
export function Gallery({ pics, name, seed, ratio, radius = 0 }: Props) {
  const { t } = useTranslation('shell');
  const strip = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  const [first = ''] = pics;
  if (pics.length < 2) return <Picture src={first} alt={name} seed={seed} ratio={ratio} radius={radius} />;
  const show = (to: number) => {
    const { current } = strip;
    current?.scrollTo({ left: to * current.clientWidth, behavior: 'smooth' });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    show(Math.max(0, Math.min(at + step, pics.length - 1)));
  };
  const button = (step: -1 | 1) => {
    const to = at + step;
    const Icon = step < 0 ? IconChevronLeft : IconChevronRight;
    return (
      <ActionIcon
        className={step < 0 ? classes.before : classes.after}
        variant="default"
        size={36}
        radius="xl"
        aria-label={t(step < 0 ? 'gallery.before' : 'gallery.after')}
        aria-disabled={to < 0 || to >= pics.length}
        data-disabled={to < 0 || to >= pics.length || undefined}
        onClick={() => show(Math.max(0, Math.min(to, pics.length - 1)))}
      >
        <Icon size={20} aria-hidden />
      </ActionIcon>
    );
  };
  return (
    <section
      className={classes.gallery}
      style={{ borderRadius: radius }}
      aria-label={t('gallery.of', { name })}
    >
      <ul
        ref={strip}
        className={classes.strip}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys, too
        tabIndex={0}
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) =>
          setAt(Math.round(scrollLeft / Math.max(1, clientWidth)))
        }
      >
        {pics.map((address, index) => (
          <li key={address}>
            <Picture
              src={address}
              alt={`${name} · ${t('gallery.alt', { at: index + 1, count: pics.length })}`}
              seed={seed}
              ratio={ratio}
            />
          </li>
        ))}
      </ul>
      {button(-1)}
      {button(1)}
      <span className={classes.count} role="status">
        {`${at + 1} / ${pics.length}`}
      </span>
    </section>
  );
}
