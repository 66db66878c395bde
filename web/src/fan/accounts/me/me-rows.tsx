import { Paper, UnstyledButton } from '@mantine/core';
import { IconChevronRight, type IconProps } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../../shell/member/places.ts';
import classes from './me-page.module.css';

/** Rows of one subject, in a card. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Paper withBorder component="section" aria-label={label} className={classes.rows}>
      {children}
    </Paper>
  );
}

/** A row that leads to a page. */
export function PlaceRow({ place: { to, label, icon: Icon } }: { place: Place }) {
  const { t } = useTranslation('shell');
  return (
    <Link to={to} className={classes.row}>
      <Icon size={20} aria-hidden />
      <span>{t(label)}</span>
      <IconChevronRight size={18} aria-hidden />
    </Link>
  );
}

interface ActionProps {
  icon: ComponentType<IconProps>;
  label: string;
  /** The language of the label, where it is another one. */
  lang?: string;
  /** For screen readers. */
  full?: string;
  onClick: () => void;
}

/** A row that does something here. */
export function ActionRow({ icon: Icon, label, lang, full, onClick }: ActionProps) {
  return (
    <UnstyledButton className={classes.row} lang={lang} aria-label={full} onClick={onClick}>
      <Icon size={20} aria-hidden />
      <span>{label}</span>
    </UnstyledButton>
  );
}
