import { Chip, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CATEGORY_IDS } from './category.ts';

interface Props {
  /** A category's id; undefined is the first chip. */
  category: string | undefined;
  /** The text of the first chip: all, or the recommended ones. */
  first: string;
  label: string;
  onChoose: (category: string | undefined) => void;
}

const FIRST = 'first';
/** With a chip of 28 px a row has 42 px: three of them are whole where the rest is folded. */
const ROW_GAP = 14;

/** One category out of all, or none. */
export function CategoryChips({ category, first, label, onChoose }: Props) {
  const { t } = useTranslation('shell');
  return (
    <Chip.Group
      value={category ?? FIRST}
      onChange={(chosen) => onChoose(chosen === FIRST ? undefined : chosen)}
    >
      <Group gap={8} style={{ rowGap: ROW_GAP }} role="radiogroup" aria-label={label}>
        <Chip value={FIRST}>{first}</Chip>
        {CATEGORY_IDS.map((id) => (
          <Chip key={id} value={id}>
            {t(`category.${id}`)}
          </Chip>
        ))}
      </Group>
    </Chip.Group>
  );
}
