import { Container, EmptyState } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { EC, isRefusal } from '../../../api/refusal.ts';
import { personQuery } from '../../../components/catalog/person-queries.ts';
import { ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { usePageTitle } from '../../../shell/page-title.ts';
import { NotFound } from '../../../shell/whole-page.tsx';
import { LazyPersonMenu } from '../../relations/blocks/lazy-person-menu.tsx';

const route = getRouteApi('/u/$userId');

/** A user by id: a creator's own page when there is one, else a quiet card. */
export function PersonPage() {
  const { t } = useTranslation('catalog-creators');
  const { userId } = route.useParams();
  const query = useQuery(personQuery(userId));
  usePageTitle(query.data?.name);
  if (isRefusal(query.error, EC.notFound, EC.badInput)) return <NotFound />;
  return (
    <Container size="xs" py={64}>
      <Loaded query={query} height={240}>
        {(user) =>
          user.url_slug === '' ? (
            <EmptyState
              size="lg"
              icon={<PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={96} />}
              title={<h1 style={{ font: 'inherit', margin: 0 }}>{user.name}</h1>}
              description={t('page.fanText')}
            >
              <EmptyState.Actions>
                <ButtonLink to="/explore" variant="light">
                  {t('explore.title')}
                </ButtonLink>
                <LazyPersonMenu user_id={user.user_id} name={user.name} />
              </EmptyState.Actions>
            </EmptyState>
          ) : (
            <Navigate to="/a/$slug" params={{ slug: user.url_slug }} replace />
          )
        }
      </Loaded>
    </Container>
  );
}
