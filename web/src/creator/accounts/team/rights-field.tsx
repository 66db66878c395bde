import { Checkbox, type CheckboxGroupProps, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TEAM_RIGHTS, type TeamRight } from '#services/contract/endpoint.ts';

/** The rights of a team member. */
export function RightsField({
  'aria-label': label,
  ...props
}: Omit<CheckboxGroupProps<TeamRight>, 'children'>) {
  const { t } = useTranslation('door');
  return (
    <Checkbox.Group {...props}>
      <Group gap="md" mt={4} {...(label !== undefined && { role: 'group', 'aria-label': label })}>
        {TEAM_RIGHTS.map((right) => (
          <Checkbox key={right} value={right} label={t(`team.right.${right}`)} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}
