import { Anchor, type AnchorProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../components/links.tsx';
import { useOperator } from './operator.ts';

const PAGES = { terms: '/term', privacy: '/privacy' } as const;

interface Props extends Pick<AnchorProps, 'c' | 'size' | 'inherit' | 'underline'> {
  page: keyof typeof PAGES;
  /** Keeps a form open that it is read for. */
  target?: '_blank';
}

/** The operator's own terms or privacy policy, or the built-in ones. */
export function LegalLink({ page, ...link }: Props) {
  const { t } = useTranslation('shell');
  const own = useOperator()?.[page];
  const text = t(`footer.${page}`);
  return own ? (
    <Anchor href={own} {...link}>
      {text}
    </Anchor>
  ) : (
    <AnchorLink to={PAGES[page]} {...link}>
      {text}
    </AnchorLink>
  );
}
